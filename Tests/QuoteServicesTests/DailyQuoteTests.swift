// SPDX-License-Identifier: Apache-2.0

internal import Foundation
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
    #expect(response.certainty == .fixed)
    #expect(response.cyclePosition == 366 - 9 * 40)
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

  @Test("keeps a date's quote when it is deleted, and follows corrections of its text at once")
  func followsChanges() async throws {
    service.set(Self.midnight)
    var quote = try #require(try ask().quote)
    quote.text = "Corrected."
    var mask = FieldMask()
    mask.paths = ["text"]
    _ = try await service.catalogue.updateQuote(quote, mask: mask, by: .local)
    #expect(try ask().quote?.text == "Corrected.")
    _ = try await service.catalogue.deleteQuote(id: quote.id, etag: "", by: .local)
    #expect(try ask().quote?.text == "Corrected.")
    _ = try await service.catalogue.purgeQuote(id: quote.id, reason: "a test", by: .local)
    let withdrawn = try ask()
    #expect(withdrawn.quote?.id == quote.id)
    #expect(withdrawn.quote?.text == "")
    #expect(withdrawn.reason == .withdrawn)
    var compose = ComposeMessageRequest()
    compose.subject = .daily(DailyQuoteRequest())
    let refusal = try service.refusal(ComposeMessage.self, compose)
    #expect(refusal.code == .failedPrecondition)
    #expect(refusal.reason == "QUOTE_WITHDRAWN")
  }

  @Test("tells which calendar, and keeps the ready replies of calendars apart")
  func calendars() throws {
    service.set(Self.midnight)
    let usual = try ask()
    for calendar in ["default", "en", "", "en", "default"] {
      let response = try ask(calendar: calendar)
      #expect(response.calendar == (calendar.isEmpty ? "default" : calendar))
      #expect(response.quote == usual.quote)
      #expect((response.chain == usual.chain) == (calendar != "en"))
      #expect(response.chain.count == 32)
    }
  }

  @Test(
    "answers for the skipped hour of 2024-03-10, 02:30 in New York, as for the rest of its date")
  func gap() throws {
    let there = try TestService(quotes: TestService.quotes(40), foundedAt: 1_710_055_800)
    let response = try there.daily(zone: "America/New_York")
    #expect(response.date == "2024-03-10")
    // 02:30 EST does not exist: 07:30 UTC is 03:30 EDT, and the date has 23 hours.
    #expect(response.validUntil == Timestamp(seconds: 1_710_129_600))
    #expect(response.validFor == .seconds(1_710_129_600 - 1_710_055_800))
  }

  @Test("is another at UTC+14 than at UTC-12, two dates later for two hours of each day")
  func farApart() throws {
    service.set(Self.midnight + 11 * 3600)  // 11:00 UTC
    let east = try ask(zone: "Etc/GMT-14")
    let west = try ask(zone: "Etc/GMT+12")
    #expect(east.date == "2026-12-01")
    #expect(west.date == "2026-11-29")
    #expect(east.quote != west.quote)
    #expect(east.certainty == .fixed)
    #expect(west.certainty == .fixed)
  }

  @Test("still has a call's date at 23:59:59.999, with a second left")
  func lastMillisecond() throws {
    service.set(Self.midnight + 86_399, nanoseconds: 999_000_000)
    let response = try ask()
    #expect(response.date == "2026-11-30")
    #expect(response.validFor == .seconds(1))
    service.set(Self.midnight + 86_400)
    #expect(try ask().date == "2026-12-01")
  }

  @Test("has the date that Apia skipped, which ended as it began")
  func apia() throws {
    let there = try TestService(quotes: TestService.quotes(40), foundedAt: 1_325_240_000)
    let skipped = try there.daily(date: "2011-12-30", zone: "Pacific/Apia")
    #expect(skipped.quote?.text.isEmpty == false)
    #expect(skipped.validUntil == Timestamp(seconds: 1_325_239_200))
    #expect(skipped.validFor == .zero)
    #expect(try there.daily(zone: "Pacific/Apia").date == "2011-12-31")
  }

  @Test("reads the rules of zones anew when they are replaced")
  func newZones() throws {
    service.set(Self.midnight)
    let before = try ask(zone: "Europe/Berlin")
    service.zones.replace(by: try ZoneDirectory(folders: [Self.folderWithoutDaylight()]))
    #expect(try ask(zone: "Europe/Berlin").validUntil != before.validUntil)
    service.zones.replace(by: try ZoneDirectory(folders: ZoneDirectory.systemFolders))
    #expect(try ask(zone: "Europe/Berlin") == before)
  }

  /// A folder in which Berlin has Tokyo's rules.
  private static func folderWithoutDaylight() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID())")
    let europe = folder.appending(path: "Europe")
    try FileManager.default.createDirectory(at: europe, withIntermediateDirectories: true)
    let system = try #require(ZoneDirectory.systemFolders.last)
    try FileManager.default.copyItem(
      atPath: system + "/Asia/Tokyo", toPath: europe.appending(path: "Berlin").path)
    return folder.path
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
      ("0001-01-01", "", "", .outOfRange, "date", "2025-11-30"),
      ("9999-12-31", "", "", .outOfRange, "date", "2028-01-04"),
      ("", "", "none", .notFound, "calendar", "default, en"),
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

  private func ask(
    date: String = "", zone: String = "", calendar: String = ""
  ) throws -> DailyQuoteResponse {
    try service.daily(date: date, zone: zone, calendar: calendar)
  }
}
