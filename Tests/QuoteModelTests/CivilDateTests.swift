// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import Testing

@Suite("A civil date")
struct CivilDateTests {
  @Test("begins with the year 1 and ends with the year 9999")
  func bounds() {
    #expect(CivilDate(daysSinceEpoch: -719_162)?.description == "0001-01-01")
    #expect(CivilDate(daysSinceEpoch: -719_163) == nil)
    #expect(CivilDate(daysSinceEpoch: 2_932_896)?.description == "9999-12-31")
    #expect(CivilDate(daysSinceEpoch: 2_932_897) == nil)
    #expect(CivilDate.first.adding(days: -1) == nil)
    #expect(CivilDate.last.adding(days: 1) == nil)
    #expect(CivilDate.last.adding(days: .max) == nil)
  }

  @Test(
    "is read from what it prints",
    arguments: [
      ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2024-02-29", 19_782),
      ("2026-11-30", 20_787), ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
    ])
  func reads(text: String, days: Int) throws {
    let date = try CivilDate(text)
    #expect(date.daysSinceEpoch == days)
    #expect(date.description == text)
  }

  @Test(
    "says what is wrong with a text",
    arguments: [
      ("2026-02-30", "2026-02-30: February 2026 has 28 days"),
      ("2024-02-30", "2024-02-30: February 2024 has 29 days"),
      ("1900-02-29", "1900-02-29: February 1900 has 28 days"),
      ("2026-04-31", "2026-04-31: April 2026 has 30 days"),
      ("2026-12-00", "2026-12-00: December 2026 has 31 days"),
      ("2026-13-01", "2026-13-01: months are 01 to 12"),
      ("2026-00-01", "2026-00-01: months are 01 to 12"),
      ("0000-01-01", "0000-01-01: years are 0001 to 9999"),
      ("", "\"\" is not a date like 2026-02-28"),
      ("2026-2-28", "\"2026-2-28\" is not a date like 2026-02-28"),
      ("20260228", "\"20260228\" is not a date like 2026-02-28"),
      ("2026/02/28", "\"2026/02/28\" is not a date like 2026-02-28"),
      (" 2026-02-28", "\" 2026-02-28\" is not a date like 2026-02-28"),
      ("2026-02-28T00:00", "\"2026-02-28T00:00\" is not a date like 2026-02-28"),
      ("-026-02-28", "\"-026-02-28\" is not a date like 2026-02-28"),
      ("+026-02-28", "\"+026-02-28\" is not a date like 2026-02-28"),
      ("２０２６", "\"２０２６\" is not a date like 2026-02-28"),
      ("a\u{1B}[31m", "\"a?[31m\" is not a date like 2026-02-28"),
    ])
  func explains(text: String, message: String) {
    let error = #expect(throws: CivilDateError.self) { try CivilDate(text) }
    #expect(error?.description == message)
  }

  @Test("follows the calendar from day to day", arguments: [1...401, 1890...2110, 9990...9999])
  func walks(years: ClosedRange<Int>) throws {
    var date = try #require(CivilDate(year: years.lowerBound, month: 1, day: 1))
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for year in years {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      for (month, length) in lengths.enumerated() {
        for day in 1...(month == 1 && isLeap ? 29 : length) {
          guard date.components == (year, month + 1, day),
            CivilDate(year: year, month: month + 1, day: day) == date
          else {
            Issue.record("\(date) is not \(year)-\(month + 1)-\(day).")
            return
          }
          date = date.adding(days: 1) ?? date
        }
      }
    }
  }

  @Test("is not made of parts that no calendar has")
  func impossible() {
    #expect(CivilDate(year: 2025, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2025, month: 0, day: 1) == nil)
    #expect(CivilDate(year: 0, month: 1, day: 1) == nil)
    #expect(CivilDate(year: 10_000, month: 1, day: 1) == nil)
    #expect(CivilDate(year: .max, month: .min, day: .max) == nil)
  }

  @Test("compares and subtracts")
  func arithmetic() throws {
    let early = try CivilDate("2024-02-28")
    let late = try CivilDate("2024-03-01")
    #expect(early < late)
    #expect(late.days(since: early) == 2)
    #expect(early.adding(days: 2) == late)
    #expect(late.adding(days: -2) == early)
  }
}
