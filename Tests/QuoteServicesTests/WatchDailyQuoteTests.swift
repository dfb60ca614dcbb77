// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Testing

/// 2026-11-30T00:53:20Z, when the tests' catalogues are founded.
private let founding: Int64 = 1_796_000_000
private let day: Int64 = 86_400

@Suite("WatchDailyQuote", .timeLimit(.minutes(3)))
struct WatchDailyQuoteTests {
  private let service: TestService

  init() throws { service = try TestService(quotes: TestService.quotes(40)) }

  @Test("sends today's quote at once, and each new one as its day begins")
  func days() async throws {
    let watcher = watch { _ in }
    #expect(await watcher.next()?.date == "2026-11-30")
    for (number, date) in [(1, "2026-12-01"), (2, "2026-12-02")] as [(Int64, String)] {
      try await move(to: founding + Int64(number) * day)
      let daily = await watcher.next()
      #expect(daily?.date == date)
      #expect(daily?.quote == (try service.daily(date: date)).quote)
      #expect(daily?.timeZone == "UTC")
    }
    await watcher.stop()
  }

  @Test("begins after the last date that was seen, and sends nothing twice over a reconnect")
  func resumes() async throws {
    let watcher = watch { $0.afterDate = "2026-11-30" }
    try await move(to: founding + 60)
    try await move(to: founding + day)
    #expect(await watcher.next()?.date == "2026-12-01")
    await watcher.stop()
    let late = watch { $0.afterDate = "2026-11-01" }
    #expect(await late.next()?.date == "2026-12-01")
    await late.stop()
  }

  @Test(
    "turns with the day of the caller's zone",
    arguments: [
      ("Pacific/Kiritimati", "2026-11-30", founding + 9 * 3_600 + 400, "2026-12-01"),
      ("Etc/GMT+12", "2026-11-29", founding + 11 * 3_600 + 400, "2026-11-30"),
    ] as [(String, String, Int64, String)])
  func zones(zone: String, first: String, moment: Int64, second: String) async throws {
    let watcher = watch { $0.timeZone = zone }
    #expect(await watcher.next()?.date == first)
    try await move(to: moment)
    #expect(await watcher.next()?.date == second)
    await watcher.stop()
  }

  @Test(
    "delivers at the time that is asked for; in a gap just after it, in an overlap the first time",
    arguments: [
      ("2027-03-14", "02:30", 1_805_007_600), ("2027-11-07", "01:30", 1_825_565_400),
      ("2027-11-08", "00:00", 1_825_650_000),
    ] as [(String, String, Int64)])
  func delivery(date: String, time: String, instant: Int64) async throws {
    let before = try #require(CivilDate(date).adding(days: -1))
    service.set(instant - 60)
    let watcher = watch { request in
      request.afterDate = before.description
      request.deliverAt = time
      request.timeZone = "America/New_York"
    }
    try await move(to: instant - 1)
    try await move(to: instant)
    let daily = await watcher.next()
    #expect(daily?.date == date)
    // Not a second earlier: what is left of the day tells when it was made.
    #expect(daily?.validFor == (try service.daily(zone: "America/New_York")).validFor)
    await watcher.stop()
  }

  @Test("sends a quote again that is replaced while its day lasts")
  func replaced() async throws {
    let watcher = watch { _ in }
    let first = try #require(await watcher.next())
    let other = try #require(
      try service.call(ListQuotes.self, ListQuotesRequest()).quotes.map(\.id)
        .first { $0 != first.quote?.id })
    var pin = Pin()
    pin.date = "2026-11-30"
    pin.quoteID = other
    _ = try await service.catalogue.pinDailyQuote(pin, force: true, by: .local)
    let second = await watcher.next()
    #expect(second?.date == "2026-11-30")
    #expect(second?.quote?.id == other)
    #expect(second?.reason == .replaced)
    await watcher.stop()
  }

  @Test("waits in quiet behind the last date that there is")
  func lastDate() async throws {
    let watcher = watch { $0.afterDate = "9999-12-31" }
    try await move(to: founding + day)
    let looks = service.looksAtClock
    try await move(to: founding + 2 * day)
    service.shutdown.announce()
    #expect(await watcher.end()?.code == .unavailable)
    #expect(service.looksAtClock - looks < 100)
  }

  @Test("ends with UNAVAILABLE and a time to come back when the server shuts down")
  func shutdown() async throws {
    let watcher = watch { _ in }
    _ = await watcher.next()
    service.shutdown.announce()
    let end = await watcher.end()
    #expect(end?.code == .unavailable)
    #expect(end?.reason == "SHUTTING_DOWN")
    #expect(end?.details.contains(.retryInfo(delay: .seconds(1))) == true)
    let late = watch { _ in }
    #expect(await late.end()?.code == .unavailable)
  }

  @Test(
    "refuses what can't be, and names the field",
    arguments: [
      ("deliver_at", "24:00"), ("deliver_at", "8:00"), ("deliver_at", "08:00:00"),
      ("after_date", "2026-02-30"), ("time_zone", "Mars/Olympus"), ("calendar", "none"),
    ])
  func refusals(field: String, value: String) async throws {
    let watcher = watch { request in
      switch field {
      case "deliver_at": request.deliverAt = value
      case "after_date": request.afterDate = value
      case "time_zone": request.timeZone = value
      default: request.calendar = value
      }
    }
    let end = await watcher.end()
    #expect(end?.fields == [field])
    #expect(end?.code == (field == "calendar" ? .notFound : .invalidArgument))
  }
}

extension WatchDailyQuoteTests {
  private func watch(_ change: (inout WatchDailyQuoteRequest) -> Void) -> Watcher {
    var request = WatchDailyQuoteRequest()
    change(&request)
    return Watcher(request, at: service)
  }

  /// Moves the clock, and lets the watchers look at it: a change of the catalogue wakes them.
  private func move(to seconds: Int64) async throws {
    service.set(seconds)
    _ = await service.catalogue.tendCalendars()
    var quote = Quote()
    quote.text = "It is \(seconds)."
    _ = try await service.catalogue.createQuote(quote, by: .local)
  }
}

/// A call of WatchDailyQuote, and what it has brought.
private final class Watcher: Sendable {
  private let task: Task<Status?, Never>
  private let days: AsyncStream<DailyQuoteResponse>

  init(_ request: WatchDailyQuoteRequest, at service: TestService) {
    let (days, continuation) = AsyncStream.makeStream(of: DailyQuoteResponse.self)
    self.days = days
    let watch = service.watch
    task = Task {
      defer { continuation.finish() }
      do throws(Status) {
        try await watch.send(request, to: ReplyStream(to: Sink(continuation)))
        return nil
      } catch {
        return error
      }
    }
  }

  private struct Sink: ReplySink {
    let continuation: AsyncStream<DailyQuoteResponse>.Continuation
    init(_ continuation: AsyncStream<DailyQuoteResponse>.Continuation) {
      self.continuation = continuation
    }

    func waitForRoom(of byteCount: Int) async throws(Status) {}

    func send(_ encoded: [UInt8]) async throws(Status) {
      guard let response = try? WatchDailyQuoteResponse(wire: encoded.span),
        let daily = response.daily
      else { throw Status(.internal, "It is no response.") }
      continuation.yield(daily)
    }
  }

  /// The next day; nil where the call has ended.
  func next() async -> DailyQuoteResponse? { await days.first { _ in true } }

  /// What the call ends with.
  func end() async -> Status? { await task.value }

  /// Gives the call up.
  func stop() async {
    task.cancel()
    _ = await task.value
  }
}
