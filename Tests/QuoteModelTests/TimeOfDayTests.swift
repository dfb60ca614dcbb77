// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import Testing

@Suite("A time of day")
struct TimeOfDayTests {
  @Test(
    "is read as a clock shows it",
    arguments: [("00:00", 0), ("08:05", 29_100), ("23:59", 86_340)])
  func reads(text: String, seconds: Int) {
    #expect(TimeOfDay(text)?.seconds == seconds)
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "8:00", "24:00", "12:60", "12:5", "12:005", "12-00", "1200", " 12:00", "12:00 ", "-1:00",
      "１２:00", "ab:cd",
    ])
  func refuses(text: String) {
    #expect(TimeOfDay(text) == nil)
  }
}
