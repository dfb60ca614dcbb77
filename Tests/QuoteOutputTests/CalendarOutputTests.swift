// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteOutput
internal import Testing

@Suite("Calendars and pins")
struct CalendarOutputTests {
  private func printer(_ format: OutputFormat) -> Printer {
    Printer(format, style: Style(width: 80, isColoured: false))
  }

  private var pin: Pin {
    var pin = Pin()
    pin.calendar = "default"
    pin.date = "--12-25"
    pin.quoteID = "abcdefgh23456723"
    return pin
  }

  private var calendar: QuoteCalendar {
    var filter = QuoteFilter()
    filter.languages = ["fr"]
    filter.maxLength = 120
    var calendar = QuoteCalendar()
    calendar.id = "short-french"
    calendar.timeZone = "Europe/Paris"
    calendar.filter = filter
    calendar.firstDate = "2026-12-01"
    return calendar
  }

  @Test(
    "are written in every format",
    arguments: [
      (OutputFormat.table, "DATE        CALENDAR  QUOTE\n--12-25     default   abcdefgh23456723\n"),
      (
        .jsonl,
        "{\"calendar\":\"default\",\"date\":\"--12-25\",\"quoteId\":\"abcdefgh23456723\"}\n"
      ),
      (.csv, "calendar,date,quoteId\r\ndefault,'--12-25,abcdefgh23456723\r\n"),
      (.plain, "--12-25 abcdefgh23456723\n"),
    ])
  func pins(format: OutputFormat, text: String) {
    #expect(printer(format).pins([pin]) == text)
  }

  @Test("say that there are none")
  func noPins() {
    #expect(printer(.table).pins([]) == "No date is pinned.\n")
    #expect(printer(.json).pins([]) == "{\n  \"pins\": []\n}\n")
  }

  @Test("tell what a calendar draws from, and leave out what it doesn't limit")
  func calendars() {
    #expect(
      printer(.table).calendars([calendar]) == """
        short-french
        Zone        Europe/Paris
        First date  2026-12-01
        Languages   fr
        Characters  to 120

        """)
    #expect(
      printer(.jsonl).calendars([calendar]) == """
        {"id":"short-french","timeZone":"Europe/Paris",\
        "filter":{"languages":["fr"],"maxLength":120},"firstDate":"2026-12-01"}

        """)
    #expect(printer(.plain).calendars([calendar]) == "short-french\n")
  }

  @Test("let no server play tricks on a terminal")
  func controls() {
    var pin = self.pin
    pin.calendar = "a\u{1B}[2J\nb"
    #expect(!printer(.table).pins([pin]).contains("\u{1B}"))
  }
}
