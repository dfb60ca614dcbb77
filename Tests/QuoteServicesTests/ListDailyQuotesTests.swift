// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("ListDailyQuotes and ListCalendars")
struct ListDailyQuotesTests {
  private let service: TestService

  init() throws { service = try TestService(quotes: TestService.quotes(40)) }

  private func days(
    _ first: String, _ last: String, calendar: String = ""
  ) throws -> [DailyQuoteResponse] {
    try service.call(ListDailyQuotes.self, request(first, last, calendar)).days
  }

  private func request(
    _ first: String, _ last: String, _ calendar: String = ""
  ) -> ListDailyQuotesRequest {
    var request = ListDailyQuotesRequest()
    request.firstDate = first
    request.lastDate = last
    request.calendar = calendar
    return request
  }

  @Test("lists what DailyQuote tells of each date, over what is fixed and what is expected")
  func agrees() throws {
    let days = try days("2026-11-20", "2026-12-20")
    #expect(days.count == 31)
    for day in days {
      #expect(day == (try service.daily(date: day.date)))
    }
    #expect(days.map(\.date) == days.map(\.date).sorted())
    #expect(days.filter { $0.certainty == .fixed }.last?.date == "2026-12-01")
    #expect(days.allSatisfy { $0.validUntil != nil && $0.timeZone == "UTC" })
    #expect(days[9].validFor == .zero)
    #expect(days[10].validFor == .seconds(83_200))
  }

  @Test("lists a year and one date")
  func lengths() throws {
    #expect(try days("2025-11-30", "2026-11-30").count == 366)
    #expect(try days("2026-11-30", "2026-11-30").count == 1)
  }

  @Test("lists a calendar in its own zone")
  func ownZone() async throws {
    var calendar = QuoteCalendar()
    calendar.id = "tokyo"
    calendar.timeZone = "Asia/Tokyo"
    _ = try await service.catalogue.putCalendar(calendar, by: .local)
    let day = try #require(try days("2026-11-30", "2026-11-30", calendar: "tokyo").first)
    #expect(day.timeZone == "Asia/Tokyo")
    #expect(day.calendar == "tokyo")
    #expect(day.validUntil == Timestamp(seconds: 1_796_050_800))
  }

  @Test(
    "refuses a range that is turned round or too long, and dates that are none or too far away",
    arguments: [
      ("", "2026-11-30", "", Status.Code.invalidArgument, "first_date"),
      ("2026-11-30", "", "", .invalidArgument, "last_date"),
      ("2026-11-30", "2026-11-29", "", .invalidArgument, "last_date"),
      ("2025-11-30", "2026-12-01", "", .invalidArgument, "last_date"),
      ("2025-11-29", "2025-12-01", "", .outOfRange, "first_date"),
      ("2027-12-30", "2028-01-05", "", .outOfRange, "last_date"),
      ("2026-11-30", "2026-11-30", "none", .notFound, "calendar"),
    ])
  func refusals(
    first: String, last: String, calendar: String, code: Status.Code, field: String
  ) throws {
    let status = try service.refusal(ListDailyQuotes.self, request(first, last, calendar))
    #expect(status.code == code)
    #expect(status.fields == [field])
    #expect(status.reason != nil)
  }

  @Test("has no dates in a calendar without quotes")
  func empty() throws {
    let empty = try TestService(quotes: [])
    let status = try empty.refusal(ListDailyQuotes.self, request("2026-11-30", "2026-11-30"))
    #expect(status.code == .failedPrecondition)
  }

  @Test("tells all calendars, and through which date each is fixed")
  func calendars() throws {
    let calendars = try service.call(ListCalendars.self, ListCalendarsRequest()).calendars
    #expect(calendars.map(\.id) == ["default", "en"])
    for calendar in calendars {
      #expect(calendar.firstDate == "2025-11-30")
      #expect(calendar.fixedThrough == "2026-12-01")
      #expect(calendar.timeZone == "UTC")
      #expect(calendar.filter?.languages == ["en"])
    }
  }
}
