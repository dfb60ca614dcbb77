// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("A pin")
struct PinTests {
  private let desk: TestDesk

  init() throws { desk = try TestDesk(quotes: TestService.quotes(40)) }

  private func id(_ index: Int) throws -> String {
    var request = ListQuotesRequest()
    request.skip = Int32(index)
    request.pageSize = 1
    var bytes: [UInt8] = []
    _ = try desk.catalogue.snapshots.latest.appendPage(request, to: &bytes)
    return try #require(try ListQuotesResponse(wire: bytes.span).quotes.first?.id)
  }

  private func request(
    _ date: String, _ quoteID: String, force: Bool = false
  ) -> PinDailyQuoteRequest {
    var request = PinDailyQuoteRequest()
    request.pin = Pin()
    request.pin?.date = date
    request.pin?.quoteID = quoteID
    request.force = force
    return request
  }

  /// All pins of the default calendar, page by page.
  private func pages(of size: Int32, token: String) async throws -> [[String]] {
    var request = ListPinsRequest()
    request.pageSize = size
    var pages: [[String]] = []
    repeat {
      let page = try await desk.call(ListPins.self, request, token: token)
      pages.append(page.pins.map(\.date))
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty
    return pages
  }

  @Test("is listed by date, those of every year first, on pages of any size")
  func listed() async throws {
    let token = try await desk.token(.editor).secret
    #expect(try await pages(of: 0, token: token) == [[]])
    let quote = try id(0)
    for date in ["2027-03-01", "--12-25", "2027-02-01", "--02-29", "2028-01-01"] {
      _ = try await desk.call(PinDailyQuote.self, request(date, quote), token: token)
    }
    let all = ["--02-29", "--12-25", "2027-02-01", "2027-03-01", "2028-01-01"]
    #expect(try await pages(of: 0, token: token) == [all])
    #expect(try await pages(of: 5, token: token) == [all])
    #expect(
      try await pages(of: 2, token: token)
        == [Array(all[0...1]), Array(all[2...3]), Array(all[4...])])
  }

  @Test("goes on behind the last one of a page though that one is gone")
  func removedBetween() async throws {
    let token = try await desk.token(.editor).secret
    let quote = try id(0)
    for date in ["2027-02-01", "2027-03-01", "2027-04-01"] {
      _ = try await desk.call(PinDailyQuote.self, request(date, quote), token: token)
    }
    var list = ListPinsRequest()
    list.pageSize = 2
    list.pageToken = try await desk.call(ListPins.self, list, token: token).nextPageToken
    var unpin = UnpinDailyQuoteRequest()
    unpin.date = "2027-03-01"
    _ = try await desk.call(UnpinDailyQuote.self, unpin, token: token)
    let rest = try await desk.call(ListPins.self, list, token: token)
    #expect(rest.pins.map(\.date) == ["2027-04-01"])
    #expect(rest.nextPageToken.isEmpty)
  }

  @Test("has page tokens that can't be made up, altered, or taken to another calendar")
  func tokens() async throws {
    let token = try await desk.token(.editor).secret
    let quote = try id(0)
    for date in ["2027-02-01", "2027-03-01"] {
      _ = try await desk.call(PinDailyQuote.self, request(date, quote), token: token)
    }
    var list = ListPinsRequest()
    list.pageSize = 1
    let good = try await desk.call(ListPins.self, list, token: token).nextPageToken
    let altered = (good.first == "A" ? "B" : "A") + good.dropFirst()
    for forged in ["A", "AAAA", String(altered), good + "A", String(repeating: "A", count: 999)] {
      list.pageToken = forged
      let status = try await desk.refusal(ListPins.self, list, token: token)
      #expect(status.code == .invalidArgument)
      #expect(status.fields == ["page_token"])
    }
    list.pageToken = good
    list.calendar = "en"
    let status = try await desk.refusal(ListPins.self, list, token: token)
    #expect(status.fields == ["page_token"], "\(status)")
    list.pageToken = ""
    list.pageSize = -1
    #expect(
      try await desk.refusal(ListPins.self, list, token: token).fields == ["page_size"])
    list.calendar = "nope"
    #expect(try await desk.refusal(ListPins.self, list, token: token).code == .notFound)
  }

  @Test("is refused by what is wrong: the date, the quote, the calendar, or one that is taken")
  func refused() async throws {
    let token = try await desk.token(.editor).secret
    let (one, other) = (try id(0), try id(1))
    _ = try await desk.call(PinDailyQuote.self, request("2027-02-01", one), token: token)
    let taken = try await desk.refusal(
      PinDailyQuote.self, request("2027-02-01", other), token: token)
    #expect(taken.code == .alreadyExists)
    #expect(taken.message.contains(one), "It names its holder: \(taken)")
    let cases: [(PinDailyQuoteRequest, Status.Code)] = [
      (PinDailyQuoteRequest(), .invalidArgument), (request("2027-02-30", one), .invalidArgument),
      (request("--13-01", one), .invalidArgument),
      (request("2027-02-02", "aaaaaaaaaaaaaaaa"), .notFound),
    ]
    for (request, code) in cases {
      #expect(try await desk.refusal(PinDailyQuote.self, request, token: token).code == code)
    }
  }

  @Test("replaces a fixed day by force only, and for an administrator only")
  func forced() async throws {
    let editor = try await desk.token(.editor).secret
    let admin = try await desk.token(.admin).secret
    let calendar = try #require(desk.catalogue.snapshots.latest.calendars.all.first)
    let date = try #require(calendar.ledger.lastDate)
    let fixed = try #require(calendar.ledger[date]).quoteID.description
    let other = try #require(try (0..<2).map { try id($0) }.first { $0 != fixed })
    let plain = try await desk.refusal(
      PinDailyQuote.self, request("\(date)", other), token: admin)
    #expect(plain.code == .failedPrecondition, "\(plain)")
    let forced = request("\(date)", other, force: true)
    let low = try await desk.refusal(PinDailyQuote.self, forced, token: editor)
    #expect(low.code == .permissionDenied)
    #expect(low.fields == ["force"])
    _ = try await desk.call(PinDailyQuote.self, forced, token: admin)
    let now = try #require(desk.catalogue.snapshots.latest.calendars.all.first?.ledger[date])
    #expect(now.quoteID.description == other)
    #expect(now.reason == .replaced)
  }

  @Test("and a calendar need a zone that there is")
  func zone() async throws {
    let token = try await desk.token(.editor).secret
    var put = PutCalendarRequest()
    put.calendar = QuoteCalendar()
    put.calendar?.id = "mine"
    put.calendar?.timeZone = "Mars/Olympus"
    let status = try await desk.refusal(PutCalendar.self, put, token: token)
    #expect(status.reason == "UNKNOWN_TIME_ZONE")
    #expect(status.fields == ["calendar.time_zone"])
    put.calendar?.timeZone = "Asia/Tokyo"
    let stored = try await desk.call(PutCalendar.self, put, token: token).calendar
    #expect(stored?.timeZone == "Asia/Tokyo")
    #expect(
      try await desk.refusal(PutCalendar.self, PutCalendarRequest(), token: token).fields
        == ["calendar"])
  }

  @Test("or a fixed day is told through which date all calendars are")
  func fixing() async throws {
    var request = FixCalendarsRequest()
    request.through = "2026-12-01"
    let fixed = try await desk.call(FixCalendars.self, request, peer: .thisProcess).calendars
    #expect(fixed.first?.calendar == "default")
    #expect(fixed.first?.fixedThrough == "2026-12-01", "\(fixed)")
    for date in ["2026-12-32", "", "2999-01-01"] {
      request.through = date
      let status = try await desk.refusal(FixCalendars.self, request, peer: .thisProcess)
      #expect(status.code == .invalidArgument, "\(status)")
      #expect(status.fields == ["through"])
    }
  }
}
