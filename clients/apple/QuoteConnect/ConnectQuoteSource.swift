// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import QuoteBrowser

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A source of quotes for apps: a Quoted server over HTTP, by URLSession and Connect's JSON.
///
/// ```swift
/// let source = try ConnectQuoteSource(server: "https://quotes.example.org")
/// let browser = QuoteBrowserModel(source: source)
/// ```
///
/// It needs nothing but Foundation. Connections, HTTP/2, proxies and certificates are URLSession's own.
public struct ConnectQuoteSource: QuoteSource {
  /// The server, as it was given.
  public let server: URL
  private let session: URLSession
  private let token: String?
  private let timeoutSeconds: TimeInterval

  /// Creates a source; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - server: Where the server is: an http or https URL, with a path where a proxy serves it
  ///     below one.
  ///   - token: What shows who calls, as `quoted token create` printed it; nil = nobody in
  ///     particular. Over https and to this machine only.
  ///   - session: What connections are kept by.
  ///   - timeoutSeconds: How long a call may take.
  /// - Throws: `refused` where the URL or the token can't be used.
  public init(
    server: String, token: String? = nil, session: URLSession = .shared,
    timeoutSeconds: TimeInterval = 10
  ) throws(QuoteSourceError) {
    guard let url = URL(string: server), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = url.host, !host.isEmpty, url.query == nil,
      url.fragment == nil
    else {
      throw QuoteSourceError(
        .refused,
        "A server's URL is like https://quotes.example.org, and the one given is \(server).")
    }
    if let token {
      guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw QuoteSourceError(
          .refused, "A token holds ASCII letters, digits and marks, and no blanks.")
      }
      guard scheme == "https" || ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host) else {
        throw QuoteSourceError(
          .refused, "On the way to \(host) the token could be read: use https.")
      }
    }
    self.server = url
    self.token = token
    self.session = session
    self.timeoutSeconds = timeoutSeconds
  }

  /// Tells the quote of a day.
  public func dailyQuote(
    _ request: DailyQuoteRequest
  ) async throws(QuoteSourceError) -> DailyQuoteResponse {
    try await call("DailyQuote", DailyQuoteForm(request), for: DailyQuoteResponseForm.self).value
  }

  /// Lists a part of the catalogue.
  public func listQuotes(
    _ request: ListQuotesRequest
  ) async throws(QuoteSourceError) -> ListQuotesResponse {
    try await call("ListQuotes", ListQuotesForm(request), for: QuotesResponseForm.self).list
  }

  /// Finds the quotes that match some words best.
  public func searchQuotes(
    _ request: SearchQuotesRequest
  ) async throws(QuoteSourceError) -> SearchQuotesResponse {
    try await call("SearchQuotes", SearchQuotesForm(request), for: QuotesResponseForm.self).matches
  }

  /// Makes a message of a quote.
  public func composeMessage(
    _ request: ComposeMessageRequest
  ) async throws(QuoteSourceError) -> ComposeMessageResponse {
    try await call(
      "ComposeMessage", ComposeMessageForm(request), for: ComposeMessageResponseForm.self
    ).value
  }
}

extension ConnectQuoteSource {
  /// Makes a call by the Connect protocol's unary form: a POST of JSON, answered by JSON.
  ///
  /// It runs beside its caller's actor: reading a page's JSON would hold up the main one.
  @concurrent
  private func call<Form: Encodable & Sendable, Answer: Decodable & Sendable>(
    _ method: String, _ form: Form, for answer: Answer.Type
  ) async throws(QuoteSourceError) -> Answer {
    var request = URLRequest(
      url: server.appendingPathComponent("quotes.v1.QuoteService/\(method)"))
    request.httpMethod = "POST"
    request.timeoutInterval = timeoutSeconds
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("1", forHTTPHeaderField: "Connect-Protocol-Version")
    request.setValue("\(Int(timeoutSeconds * 1000))", forHTTPHeaderField: "Connect-Timeout-Ms")
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    let (data, response): (Data, URLResponse)
    do {
      request.httpBody = try JSONEncoder().encode(form)
      (data, response) = try await session.data(for: request, delegate: NoRedirection())
    } catch {
      throw Self.unreachable(error, server)
    }
    guard let http = response as? HTTPURLResponse else {
      throw QuoteSourceError(.unreadable, "\(server) did not answer by HTTP.")
    }
    guard http.statusCode == 200 else { throw ConnectError.read(data, http) }
    do {
      return try JSONDecoder().decode(Answer.self, from: data)
    } catch {
      throw QuoteSourceError(
        .unreadable, "The answer of \(server) to \(method) is not the JSON of the contract.")
    }
  }

  private static func unreachable(_ error: any Error, _ server: URL) -> QuoteSourceError {
    if error is CancellationError { return .init(.cancelled, "The call was cancelled.") }
    guard let error = error as? URLError else {
      return QuoteSourceError(.unreachable, "\(server) can't be reached: \(error).")
    }
    if error.code == .cancelled { return .init(.cancelled, "The call was cancelled.") }
    return QuoteSourceError(
      .unreachable, "\(server) can't be reached: \(error.localizedDescription)")
  }
}

/// Follows no redirection: a call would become another one on the way, and the token would go
/// wherever it leads.
private final class NoRedirection: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }
}
