// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import Testing

@Suite("The rules of a time zone")
struct TimeZoneRulesTests {
  /// An instant written in UTC.
  private func instant(_ date: String, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0) throws
    -> Timestamp
  {
    let days = try CivilDate(date).daysSinceEpoch
    return Timestamp(seconds: Int64(days * 86_400 + hour * 3_600 + minute * 60 + second))
  }

  private func zone(_ footer: String) throws -> TimeZoneRules {
    try TimeZoneRules(tzif: TZif(footer: footer).bytes)
  }

  @Test(
    "follow a footer for ever",
    arguments: [
      ("UTC0", "2026-07-01", 12, 0), ("<+14>-14", "2026-07-01", 12, 50_400),
      ("<-12>12", "2026-07-01", 12, -43_200), ("<+0545>-5:45", "2026-07-01", 12, 20_700),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2027-03-28", 0, 3_600),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2027-03-28", 1, 7_200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "9999-10-31", 0, 7_200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "9999-10-31", 1, 3_600),
      ("EST5EDT,M3.2.0,M11.1.0", "2024-03-10", 6, -18_000),
      ("EST5EDT,M3.2.0,M11.1.0", "2024-03-10", 7, -14_400),
      ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-01-01", 0, 39_600),  // Lord Howe: half an hour
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01", 0, 0),  // Dublin: summer is the standard
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01", 0, 3_600),
      ("EST5EDT,0/0,J365/25", "2026-01-01", 5, -14_400),  // daylight time all year
      ("EST5EDT,0/0,J365/25", "2026-12-31", 23, -14_400),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29", 0, -7_200),  // Nuuk: negative times
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29", 1, -3_600),
      ("XXX3EDT,J60,J61", "2024-03-01", 5, -7_200),  // J60 is 1 March, leap year or not
      ("XXX3EDT,59,60", "2024-02-29", 5, -7_200),  // 59 is 29 February in a leap year
    ])
  func footers(footer: String, date: String, hour: Int, offset: Int) throws {
    #expect(try zone(footer).offsetSeconds(at: instant(date, hour)) == offset)
  }

  @Test("give each side of a transition its offset")
  func transitions() throws {
    let bytes = TZif(
      transitions: [(100, 1), (200, 0), (300, 2)], offsets: [10, 20, 30], footer: "XXX-1"
    ).bytes
    let rules = try TimeZoneRules(tzif: bytes)
    let table: [(Int64, Int)] = [
      (.min, 10), (99, 10), (100, 20), (199, 20), (200, 10), (299, 10), (300, 3_600), (.max, 3_600),
    ]
    for (seconds, offset) in table {
      #expect(rules.offsetSeconds(at: Timestamp(seconds: seconds)) == offset)
    }
  }

  @Test("keep the last offset where there is no footer")
  func noFooter() throws {
    let rules = try TimeZoneRules(tzif: TZif(transitions: [(100, 1)], offsets: [0, 60]).bytes)
    #expect(rules.offsetSeconds(at: Timestamp(seconds: .max)) == 60)
  }

  @Test("know three dates on Earth at once")
  func threeDates() throws {
    let now = try instant("2026-07-01", 10, 30)
    #expect(try zone("<+14>-14").date(at: now) == CivilDate("2026-07-02"))
    #expect(try zone("UTC0").date(at: now) == CivilDate("2026-07-01"))
    #expect(try zone("<-12>12").date(at: now) == CivilDate("2026-06-30"))
  }

  @Test("change the date with the second and not before")
  func lastMillisecond() throws {
    let rules = try zone("CET-1CEST,M3.5.0,M10.5.0/3")
    var now = try instant("2026-06-30", 21, 59, 59)
    now.nanoseconds = 999_000_000
    #expect(rules.date(at: now) == (try CivilDate("2026-06-30")))
    #expect(rules.date(at: try instant("2026-06-30", 22)) == (try CivilDate("2026-07-01")))
    #expect(
      rules.endOfDate(try CivilDate("2026-06-30"), after: now) == (try instant("2026-06-30", 22)))
  }

  @Test("have no date outside of the years 1 to 9999")
  func yearBounds() throws {
    let rules = try zone("<+14>-14")
    #expect(rules.date(at: Timestamp(seconds: .max)) == nil)
    #expect(rules.date(at: Timestamp(seconds: .min)) == nil)
    #expect(rules.date(at: try instant("9999-12-31", 9, 59, 59)) == CivilDate.last)
    #expect(rules.date(at: try instant("9999-12-31", 10)) == nil)
    #expect(rules.endOfDate(.last) == (try instant("9999-12-31", 10)))
    let west = try zone("<-12>12")
    #expect(west.date(at: try instant("0001-01-01", 12)) == CivilDate.first)
    #expect(west.date(at: try instant("0001-01-01", 11)) == nil)
    #expect(west.endOfDate(.first) == (try instant("0001-01-02", 12)))
  }

  @Test("tell Berlin's day from that of Lagos, though they share an offset as it begins")
  func berlinAndLagos() throws {
    let berlin = try zone("CET-1CEST,M3.5.0,M10.5.0/3")
    let lagos = try zone("WAT-1")
    let now = try instant("2027-03-27", 23, 30)
    let date = try CivilDate("2027-03-28")
    #expect(berlin.date(at: now) == date)
    #expect(lagos.date(at: now) == date)
    #expect(berlin.endOfDate(date) == (try instant("2027-03-28", 22)))
    #expect(lagos.endOfDate(date) == (try instant("2027-03-28", 23)))
  }

  @Test("end a date where the clock jumps over midnight")
  func skippedMidnight() throws {
    // At 00:00 the clock goes to 01:00.
    let rules = try zone("<-03>3<-02>,M10.3.0/0,M2.3.0/0")
    #expect(rules.endOfDate(try CivilDate("2026-10-17")) == (try instant("2026-10-18", 3)))
    #expect(rules.date(at: try instant("2026-10-18", 2, 59, 59)) == (try CivilDate("2026-10-17")))
    #expect(rules.date(at: try instant("2026-10-18", 3)) == (try CivilDate("2026-10-18")))
  }

  @Test("answer for a date that was skipped, as in Apia on 2011-12-30")
  func skippedDate() throws {
    let skip = try instant("2011-12-30", 10)
    let rules = try TimeZoneRules(
      tzif: TZif(transitions: [(skip.seconds, 1)], offsets: [-36_000, 50_400]).bytes)
    #expect(rules.endOfDate(try CivilDate("2011-12-29")) == skip)
    #expect(rules.endOfDate(try CivilDate("2011-12-30")) == skip)
    #expect(rules.endOfDate(try CivilDate("2011-12-31")) == (try instant("2011-12-31", 10)))
    #expect(rules.date(at: skip) == (try CivilDate("2011-12-31")))
  }

  @Test("end a date a second time where the clock goes back over midnight")
  func repeatedMidnight() throws {
    // At 00:01 the clock goes back to 23:01, as it did in St John's.
    let rules = try zone("NST3:30NDT,M3.2.0/0:01,M11.1.0/0:01")
    let date = try CivilDate("2026-10-31")
    let first = try instant("2026-11-01", 2, 30)
    let back = try instant("2026-11-01", 2, 31)
    #expect(rules.endOfDate(date) == first)
    #expect(rules.date(at: first) == (try CivilDate("2026-11-01")))
    #expect(rules.date(at: back) == date)
    #expect(rules.endOfDate(date, after: back) == (try instant("2026-11-01", 3, 30)))
  }

  @Test("give an end that is never in the past", arguments: 0..<288)
  func endIsAhead(tenMinutes: Int) throws {
    let rules = try zone("NST3:30NDT,M3.2.0/0:01,M11.1.0/0:01")
    let now = Timestamp(seconds: try instant("2026-10-31").seconds + Int64(tenMinutes * 600))
    let date = try #require(rules.date(at: now))
    let end = rules.endOfDate(date, after: now)
    #expect(end > now)
    #expect(try #require(rules.date(at: end)) > date)
  }
}
