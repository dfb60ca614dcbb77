// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteBrowser

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// An error as the Connect protocol writes it: `{"code": "not_found", "message": "…"}`.
struct ConnectError: Decodable {
  let code: String
  let message: String?

  /// What went wrong, by a response that is none of success.
  static func read(_ data: Data, _ response: HTTPURLResponse) -> QuoteSourceError {
    let delay = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int64($0) }
      .map { Duration.seconds($0) }
    guard let error = try? JSONDecoder().decode(ConnectError.self, from: data) else {
      // Someone on the way has answered, such as a proxy.
      return QuoteSourceError(
        reason(status: response.statusCode),
        "\(response.url?.host ?? "The server") answered with HTTP status \(response.statusCode), "
          + "and not as a Quoted server does.", retryAfter: delay)
    }
    return QuoteSourceError(
      reason(code: error.code), error.message ?? "The server says \(error.code).",
      retryAfter: delay)
  }

  private static func reason(code: String) -> QuoteSourceError.Reason {
    switch code {
    case "unavailable", "deadline_exceeded", "resource_exhausted", "aborted": .unreachable
    case "not_found", "out_of_range": .notFound
    case "unauthenticated", "permission_denied": .notAllowed
    case "canceled": .cancelled
    case "internal", "unknown", "data_loss": .unreadable
    default: .refused
    }
  }

  /// What the Connect protocol makes of a status that comes without an error of its own.
  private static func reason(status: Int) -> QuoteSourceError.Reason {
    switch status {
    case 401, 403: .notAllowed
    case 408, 429, 502, 503, 504: .unreachable
    case 404: .refused
    default: .unreadable
    }
  }
}
