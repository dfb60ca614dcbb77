// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteOutput
internal import Testing

@Suite("Plain output")
struct PlainTests {
  private let printer = Printer(.plain, style: Style(width: 20, isColoured: true))

  @Test("is the words and who said them, unwrapped, a blank line between two")
  func quotes() {
    #expect(
      printer.quotes([Samples.hamlet, Samples.confucius]) == """
        This above all: to thine own self be true.
        — William Shakespeare, Hamlet, act 1, scene 3 (1603)

        己所不欲，勿施於人。己所不欲，勿施於人。己所不欲，勿施於人。
        — 孔子 (479 BCE)

        """)
  }

  @Test("joins the pages of a list without a seam")
  func pages() {
    let list = printer.list
    #expect(
      list.page([Samples.hamlet], isFirst: true) + list.page([Samples.confucius], isFirst: false)
        == printer.quotes([Samples.hamlet, Samples.confucius]))
  }

  @Test("of a message is its text, or its parts")
  func message() {
    var message = Samples.message
    #expect(printer.message(message) == "Look!\n\nThis above all.\n")
    message.parts = []
    #expect(printer.message(message) == "Look!\n\nThis above all.\n— William Shakespeare\n")
  }
}
