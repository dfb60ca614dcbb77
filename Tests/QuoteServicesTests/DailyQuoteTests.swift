// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("DailyQuote")
struct DailyQuoteTests {
  private let service: TestService

  init() throws { service = try TestService(quotes: TestService.quotes(40)) }

  /// Midnight UTC of 2026-11-30.
  private static let midnight: Int64 = 1_795_996_800

  @Test("tells when the date ends, and how long that is from now")
  func validity() throws {
    service.set(Self.midnight + 86_399)
    let response = try ask()
    #expect(response.date == "2026-11-30")
    #expect(response.validUntil == Timestamp(seconds: Self.midnight + 86_400))
    #expect(response.validFor == .seconds(1))
    #expect(response.timeZone == "UTC")
    #expect(response.calendar == "default")
    #expect(response.reason == .scheduled)
    #expect(response.certainty == .expected)
  }

  @Test("turns with the date, not before and not after, though the reply is kept ready")
  func turns() throws {
    service.set(Self.midnight - 1)
    let before = try ask()
    #expect(try ask() == before)
    service.set(Self.midnight)
    let after = try ask()
    #expect(before.date == "2026-11-29")
    #expect(after.date == "2026-11-30")
    #expect(before.quote != after.quote)
    #expect(after.validFor == .seconds(86_400))
  }

  @Test("follows a clock that is set back")
  func clockSetBack() throws {
    service.set(Self.midnight + 10)
    #expect(try ask().date == "2026-11-30")
    service.set(Self.midnight - 10)
    #expect(try ask().date == "2026-11-29")
  }

  @Test("counts down second by second while it is kept ready")
  func countsDown() throws {
    for second: Int64 in 0..<5 {
      service.set(Self.midnight + second)
      #expect(try ask().validFor == .seconds(86_400 - second))
    }
  }

  @Test("tells three dates at once when there are three on Earth")
  func threeDates() throws {
    service.set(Self.midnight + 10 * 3600 + 1800)  // 10:30 UTC
    #expect(try ask(zone: "Pacific/Kiritimati").date == "2026-12-01")
    #expect(try ask(zone: "Europe/London").date == "2026-11-30")
    #expect(try ask(zone: "Pacific/Pago_Pago").date == "2026-11-29")
  }

  @Test("keeps zones apart that share an offset now and part during the day")
  func sameOffset() throws {
    service.set(1_806_190_200)  // 2027-03-27T23:30:00Z, 00:30 of the 28th in both
    let berlin = try ask(zone: "Europe/Berlin")
    let lagos = try ask(zone: "Africa/Lagos")
    #expect(berlin.date == "2027-03-28")
    #expect(lagos.date == berlin.date)
    #expect(berlin.quote == lagos.quote)
    #expect(berlin.validFor == .seconds(22 * 3600 + 1800))
    #expect(lagos.validFor == .seconds(23 * 3600 + 1800))
  }

  @Test("gives a named date the same quote as it had on the day, and no time that is left")
  func past() throws {
    service.set(Self.midnight)
    let today = try ask()
    service.set(Self.midnight + 5 * 86_400)
    let later = try ask(date: "2026-11-30")
    #expect(later.quote == today.quote)
    #expect(later.cyclePosition == today.cyclePosition)
    #expect(later.validUntil == today.validUntil)
    #expect(later.validFor == .zero)
  }

  @Test("follows a change of the catalogue at once")
  func followsChanges() async throws {
    service.set(Self.midnight)
    let before = try #require(try ask().quote)
    #expect(try await service.catalogue.deleteQuotes(ids: [before.id], by: .local) == 1)
    #expect(try ask().quote?.id != before.id)
  }

  @Test("shows each quote once before any comes again")
  func cycle() throws {
    service.set(Self.midnight)
    var ids: [String] = []
    let first = try #require(CivilDate(year: 2025, month: 11, day: 30))
    for day in 0..<40 {
      let date = try #require(first.adding(days: day))
      let response = try ask(date: date.description)
      ids.append(response.quote?.id ?? "")
      #expect(response.cyclePosition == Int32(day + 1))
    }
    #expect(Set(ids).count == 40)
  }

  @Test(
    "refuses what is no date, zone or calendar, and what lies too far away",
    arguments: [
      ("2026-02-30", "", "", Status.Code.invalidArgument, "date", "28 days"),
      ("today", "", "", .invalidArgument, "date", "today"),
      ("2020-01-01", "", "", .outOfRange, "date", "2025-11-30"),
      ("2028-01-05", "", "", .outOfRange, "date", "2028-01-04"),
      ("", "Mars/Olympus", "", .invalidArgument, "time_zone", "Mars/Olympus"),
      ("", "../etc/passwd", "", .invalidArgument, "time_zone", "../etc/passwd"),
      ("", "", "none", .notFound, "calendar", "default"),
    ])
  func refusals(
    date: String, zone: String, calendar: String, code: Status.Code, field: String, says: String
  ) throws {
    service.set(Self.midnight)
    var request = DailyQuoteRequest()
    request.date = date
    request.timeZone = zone
    request.calendar = calendar
    let status = try service.refusal(DailyQuote.self, request)
    #expect(status.code == code)
    #expect(status.fields == [field])
    #expect(status.message.contains(says), "\(status.message)")
    #expect(status.reason != nil)
  }

  @Test("never invents a quote for an empty calendar")
  func empty() throws {
    let empty = try TestService(quotes: [])
    let status = try empty.refusal(DailyQuote.self, DailyQuoteRequest())
    #expect(status.code == .failedPrecondition)
  }

  private func ask(date: String = "", zone: String = "") throws -> DailyQuoteResponse {
    var request = DailyQuoteRequest()
    request.date = date
    request.timeZone = zone
    return try service.call(DailyQuote.self, request)
  }
}
