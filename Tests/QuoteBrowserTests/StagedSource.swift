// SPDX-License-Identifier: Apache-2.0

internal import QuoteBrowser
internal import Synchronization

/// A catalogue that can change under its readers, and whose answers a test can hold back.
final class StagedSource: QuoteSource {
  typealias Answer = Result<ListQuotesResponse, QuoteSourceError>

  private struct State {
    var texts: [String]
    var revision: UInt64 = 1
    var mostInOnePart = 1_000
    var isHolding = false
    var held: [Held] = []
    var asked: [ListQuotesRequest] = []
    var failure: QuoteSourceError?
    var waiting: [(count: Int, CheckedContinuation<Void, Never>)] = []
  }

  /// A call for a page that has come and is not answered yet.
  struct Held {
    let request: ListQuotesRequest
    /// What the catalogue was when the call came.
    let answer: Answer
    fileprivate let continuation: CheckedContinuation<Answer, Never>

    /// Answers it by what the catalogue was when the call came.
    func answerNow() { continuation.resume(returning: answer) }
    /// Answers it by an error.
    func fail(_ error: QuoteSourceError) { continuation.resume(returning: .failure(error)) }
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(texts: (0..<count).map { "\($0)" })) }

  /// All calls for pages until now.
  var asked: [ListQuotesRequest] { state.withLock { $0.asked } }

  /// Makes the catalogue other than it was, as a write does.
  func change(_ body: (inout [String]) -> Void) {
    state.withLock { state in
      body(&state.texts)
      state.revision += 1
    }
  }

  /// Answers from an older revision, as a server does that has not seen the newest.
  func goBack() { state.withLock { $0.revision -= 1 } }

  /// Gives at most so many quotes in one answer.
  func give(atMost count: Int) { state.withLock { $0.mostInOnePart = count } }

  /// Answers calls by an error from now on; nil = no longer.
  func fail(_ error: QuoteSourceError?) { state.withLock { $0.failure = error } }

  /// Holds the answers to calls for pages back from now on.
  func hold() { state.withLock { $0.isHolding = true } }

  /// Waits until so many calls are held, and takes them.
  func held(_ count: Int) async -> [Held] {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.held.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
    return state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
  }

  func listQuotes(
    _ request: ListQuotesRequest
  ) async throws(QuoteSourceError) -> ListQuotesResponse {
    let (answer, isHeld) = state.withLock { state in
      state.asked.append(request)
      return (Self.answer(request, state), state.isHolding)
    }
    guard isHeld else { return try answer.get() }
    return try await withCheckedContinuation { (continuation: CheckedContinuation<Answer, Never>) in
      let ready = state.withLock { state in
        state.held.append(Held(request: request, answer: answer, continuation: continuation))
        let ready = state.waiting.filter { $0.count <= state.held.count }
        state.waiting.removeAll { $0.count <= state.held.count }
        return ready
      }
      for (_, waiter) in ready { waiter.resume() }
    }.get()
  }

  private static func answer(_ request: ListQuotesRequest, _ state: State) -> Answer {
    if let failure = state.failure { return .failure(failure) }
    var response = ListQuotesResponse()
    response.quotes = state.texts.dropFirst(Int(request.skip))
      .prefix(min(Int(request.pageSize), state.mostInOnePart)).map(Quote.init(saying:))
    response.totalSize = Int32(state.texts.count)
    response.revision = state.revision
    return .success(response)
  }

  func dailyQuote(
    _ request: DailyQuoteRequest
  ) async throws(QuoteSourceError) -> DailyQuoteResponse {
    let (failure, revision) = state.withLock { ($0.failure, $0.revision) }
    if let failure { throw failure }
    var response = DailyQuoteResponse()
    response.quote = Quote(saying: "day \(revision)")
    response.calendar = request.calendar
    return response
  }

  func searchQuotes(
    _ request: SearchQuotesRequest
  ) async throws(QuoteSourceError) -> SearchQuotesResponse {
    let (texts, revision, most) = state.withLock { ($0.texts, $0.revision, $0.mostInOnePart) }
    let matches = texts.filter { $0.contains(request.query) }
    let start = Int(request.pageToken) ?? 0
    let end = min(start + min(Int(request.pageSize), most), matches.count)
    var response = SearchQuotesResponse()
    response.quotes = matches[start..<end].map(Quote.init(saying:))
    response.nextPageToken = end < matches.count ? "\(end)" : ""
    response.revision = revision
    return response
  }

  func composeMessage(
    _ request: ComposeMessageRequest
  ) async throws(QuoteSourceError) -> ComposeMessageResponse {
    var response = ComposeMessageResponse()
    guard request.channel != .sms else { return response }
    var message = Message()
    message.text = "\(request.note)\(request.subject.map { "\($0)" } ?? "")"
    message.sessionID = request.sessionID
    response.message = message
    return response
  }
}

extension Quote {
  /// A quote with this text, which is also its id.
  init(saying text: String) {
    self.init()
    self.text = text
    id = text
  }
}
