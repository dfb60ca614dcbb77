// SPDX-License-Identifier: Apache-2.0

internal import QuoteWire
internal import RPCTransport

extension QuoteClient {
  /// Each day's quote as its day begins: today's at once, and then the others, without an end.
  ///
  /// ```swift
  /// for try await daily in client.watch(timeZone: "Europe/Berlin", deliverAt: "08:00") {
  ///   print(daily.date, daily.quote?.text ?? "")
  /// }
  /// ```
  ///
  /// A connection that is lost is made again, with pauses that grow to two minutes, and no day is
  /// told twice for it. What goes wrong before the first answer is thrown, and what trying again
  /// does not help. A quote that is replaced or withdrawn while its day lasts comes again.
  ///
  /// - Parameters:
  ///   - timeZone: The IANA zone that says when a day begins; nil = the calendar's.
  ///   - calendar: The calendar's id; nil = "default".
  ///   - date: The last date that was seen already: nothing of it or before comes; nil = begin with
  ///     today's.
  ///   - deliverAt: When a day's quote comes, `HH:MM` in the zone; nil = as the day begins.
  ///   - interrupted: Told of each interruption and of the pause that follows.
  public func watch(
    timeZone: String? = nil, calendar: String? = nil, after date: CivilDate? = nil,
    deliverAt: String? = nil,
    interrupted: @escaping @Sendable (Status, Duration) -> Void = { _, _ in }
  ) -> DailyWatch {
    var request = WatchDailyQuoteRequest()
    request.timeZone = timeZone ?? ""
    request.calendar = calendar ?? ""
    request.afterDate = date?.description ?? ""
    request.deliverAt = deliverAt ?? ""
    return DailyWatch(request: request, interrupted: interrupted) { request in
      self.stream(request).makeAsyncIterator()
    }
  }

  private func stream(
    _ request: WatchDailyQuoteRequest
  ) -> ReplySequence<WatchDailyQuoteResponse> {
    channel.stream(WatchDailyQuote.self, request, options: options(nil))
  }
}

/// The days of a calendar as they begin; each iterator watches by itself.
public struct DailyWatch: AsyncSequence, Sendable {
  /// Begins to watch.
  typealias Begin =
    @Sendable (WatchDailyQuoteRequest) -> ReplySequence<WatchDailyQuoteResponse>.Iterator

  private let request: WatchDailyQuoteRequest
  private let interrupted: @Sendable (Status, Duration) -> Void
  private let begin: Begin

  init(
    request: WatchDailyQuoteRequest, interrupted: @escaping @Sendable (Status, Duration) -> Void,
    begin: @escaping Begin
  ) {
    self.request = request
    self.interrupted = interrupted
    self.begin = begin
  }

  /// Creates an iterator, which begins to watch with its first day.
  public func makeAsyncIterator() -> Iterator {
    Iterator(request: request, interrupted: interrupted, begin: begin)
  }

  /// Goes from day to day.
  public struct Iterator: AsyncIteratorProtocol {
    private var request: WatchDailyQuoteRequest
    private let interrupted: @Sendable (Status, Duration) -> Void
    private let begin: Begin
    private var stream: ReplySequence<WatchDailyQuoteResponse>.Iterator?
    private var hasBegun = false
    private var pauses = Backoff(.connecting)

    fileprivate init(
      request: WatchDailyQuoteRequest,
      interrupted: @escaping @Sendable (Status, Duration) -> Void, begin: @escaping Begin
    ) {
      self.request = request
      self.interrupted = interrupted
      self.begin = begin
    }

    /// Waits for the next day.
    ///
    /// - Throws: What the call ends with where trying again does not help; `cancelled` when the
    ///   task is cancelled.
    public mutating func next() async throws(Status) -> DailyQuoteResponse? {
      while true {
        let problem: Status
        do throws(Status) {
          if let daily = try await nextOfStream() { return daily }
          problem = Status(.unavailable, "The server has ended the watch.")
        } catch {
          problem = error
        }
        stream = nil
        guard hasBegun, problem.mayPass, !Task.isCancelled else { throw problem }
        let pause = pauses.next(atLeast: problem.retryDelay ?? .zero)
        interrupted(problem, pause)
        try? await Task.sleep(for: pause)
      }
    }

    private mutating func nextOfStream() async throws(Status) -> DailyQuoteResponse? {
      var current = stream ?? begin(request)
      let response = try await current.next()
      stream = current
      guard let daily = response?.daily else { return nil }
      hasBegun = true
      pauses.reset()
      request.afterDate = Swift.max(request.afterDate, daily.date)
      return daily
    }
  }
}

extension Status {
  /// Whether the same call may succeed a little later.
  fileprivate var mayPass: Bool {
    [.unavailable, .resourceExhausted, .internal, .unknown, .deadlineExceeded].contains(code)
  }
}
