// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteOutput
internal import Testing

@Suite("A table")
struct ReadingTests {
  private func printer(_ width: Int, isColoured: Bool = false) -> Printer {
    Printer(.table, style: Style(width: width, isColoured: isColoured))
  }

  @Test("shows a day's quote with who said it, the day, the zone and the calendar")
  func daily() {
    #expect(
      printer(36).daily(Samples.daily) == """
          This above all: to thine own self
          be true.
          — William Shakespeare, Hamlet, act
            1, scene 3 (1603)

        2026-11-30, Europe/Berlin · calendar
        default · chosen by an editor · may
        still change · abcdefgh23456723

        """)
  }

  @Test("says that a day's quote was withdrawn")
  func withdrawn() {
    var response = Samples.daily
    response.quote?.text = ""
    response.reason = .withdrawn
    response.certainty = .fixed
    #expect(
      printer(80).daily(response) == """
          This day's quote was withdrawn.

        2026-11-30, Europe/Berlin · calendar default · abcdefgh23456723

        """)
  }

  @Test("lists quotes in columns, counts wide characters double, and tells how to go on")
  func list() {
    #expect(
      Samples.list(Samples.page([Samples.hamlet, Samples.confucius]), .table, width: 60) == """
        ID                QUOTE                      CREATOR
        abcdefgh23456723  This above all: to thine   William
                          own self be true.          Shakespeare
        bbbbbbbb23456723  己所不欲，勿施於人。己所   孔子
                          不欲，勿施於人。己所不
                          欲，勿施於人。

        2 of 2127 quotes; go on with --page-token AbC-_

        """)
  }

  @Test("lists quotes one below the other on a narrow terminal")
  func narrowList() {
    var last = Samples.page([Samples.hamlet])
    last.nextPageToken = ""
    last.totalSize = 1
    #expect(
      Samples.list(last, .table, width: 30) == """
          This above all: to thine own
          self be true.
          — William Shakespeare,
            Hamlet, act 1, scene 3
            (1603)
          abcdefgh23456723


        1 of 1 quotes.

        """)
  }

  @Test("says so where nothing matches", arguments: [40, 80])
  func nothing(width: Int) {
    #expect(Samples.list(ListQuotesResponse(), .table, width: width) == "No quote matches.\n")
  }

  @Test("tells all that is known of a quote that was asked for")
  func details() {
    var misattributed = Quote()
    misattributed.id = "cccccccc23456723"
    misattributed.text = "Let them eat cake."
    misattributed.attribution = .misattributed
    misattributed.rating = .mature
    #expect(
      printer(60).quotes([Samples.hamlet, misattributed]) == """
          This above all: to thine own self be true.
          — William Shakespeare, Hamlet, act 1, scene 3 (1603)

        Id           abcdefgh23456723
        Language     en
        Tags         truth, self
        Source       https://example.org/hamlet?act=1&scene=3
        Attribution  found in the source
        Translates   zzzzzzzz23456723
        Added        2026-11-30T00:53:20.500Z
        Changed      1969-12-31T23:59:59.000001Z

          Let them eat cake.
          — Unknown [misattributed]

        Id           cccccccc23456723
        Attribution  someone else's
        Rating       mature

        """)
  }

  @Test("shows a message and what comes with it")
  func message() {
    var message = Samples.message
    message.parts = []
    message.payloadJSON = ""
    message.mime = ""
    #expect(
      printer(60).message(message) == """
          Look!

          This above all.
          — William Shakespeare

        Image title          image title
        Image subtitle       image subtitle
        Caption              This above all.
        Subcaption           — William Shakespeare
        Trailing caption     trailing
        Trailing subcaption  trailing too
        Subject              Quote
        Summary              This above all.
        Screen reader        This above all, by William Shakespeare
        Link                 http://127.0.0.1:4242/q/abcdefgh23456723
        Session              one
        Length               44 of 50 graphemes
        Shortened            yes

        """)
  }

  @Test("sets text off only in colour, and is the same words without")
  func colour() {
    let plain = printer(60).daily(Samples.daily)
    let coloured = printer(60, isColoured: true).daily(Samples.daily)
    #expect(!plain.contains("\u{1B}"))
    #expect(coloured.contains("\u{1B}[1mThis above all: to thine own self be true.\u{1B}[0m"))
    #expect(coloured.replacing(/\u{1B}\[[0-9]m/, with: "") == plain)
  }
}
