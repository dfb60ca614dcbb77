// SPDX-License-Identifier: Apache-2.0

internal import QuoteComposer
internal import QuoteModel
internal import QuoteText
internal import Testing

@Suite("An iMessage")
struct IMessageTests {
  private let quote = Samples.quote(
    "Wisdom begins\nin wonder.", creator: "Socrates", source: "Theaetetus", language: "en",
    id: "abcdefghijklmnop")

  @Test("has the quote as caption, the creator below, and no titles")
  func layout() throws {
    let message = try Samples.compose(quote, to: .iMessage, note: "Read this!")
    var layout = MessageLayout()
    layout.caption = "“Wisdom begins in wonder.”"
    layout.subcaption = "— Socrates"
    #expect(message.layout == layout)
    #expect(message.text == "Read this!\n\n“Wisdom begins\nin wonder.”\n— Socrates, Theaetetus")
    #expect(message.summaryText == "“Wisdom begins in wonder.” — Socrates")
    #expect(message.accessibilityLabel == "Wisdom begins\nin wonder.\nSocrates, Theaetetus")
    #expect(message.url == "https://quotes.example/q/abcdefghijklmnop")
    #expect(message.length == MessageLength(used: 26, limit: 120, unit: "columns"))
    #expect(!message.truncated)
  }

  @Test("cuts the caption to three lines and nothing else")
  func truncates() throws {
    let text = String(repeating: "Wisdom begins in wonder. ", count: 10)
    let message = try Samples.compose(
      Samples.quote(text, creator: "Socrates"), to: .iMessage)
    let caption = try #require(message.layout?.caption)
    #expect(message.truncated)
    #expect(caption.hasSuffix(" begins in…”"))
    #expect((100...120).contains(caption.count))
    #expect(message.layout?.subcaption == "— Socrates")
    #expect(message.text.contains(String(text.dropLast())))
    #expect(message.accessibilityLabel.hasPrefix(String(text.dropLast())))
    #expect(message.summaryText.count <= 100)
    #expect(message.summaryText.hasSuffix("…” — Socrates"))
  }

  @Test("counts wide characters twice")
  func wide() throws {
    let message = try Samples.compose(
      Samples.quote(String(repeating: "知", count: 80), language: "zh"), to: .iMessage)
    #expect(message.layout?.caption == "“" + String(repeating: "知", count: 58) + "…”")
  }

  @Test("has the source where no creator is known, and nothing where nothing is")
  func attribution() throws {
    let proverb = try Samples.compose(Samples.quote("x", source: "Proverb"), to: .iMessage)
    #expect(proverb.layout?.subcaption == "— Proverb")
    #expect(try Samples.compose(Samples.quote("x"), to: .iMessage).layout?.subcaption == "")
  }

  @Test("can't be split")
  func split() {
    #expect(throws: ComposerError.cannotSplit(.iMessage)) {
      try Samples.compose(quote, to: .iMessage, overflow: .split)
    }
  }

  @Test("takes another limit, or fails by it")
  func limits() throws {
    let message = try Samples.compose(quote, to: .iMessage, limit: 16)
    #expect(message.layout?.caption == "“Wisdom begins…”")
    #expect(throws: ComposerError.overLimit(used: 26, limit: 25, unit: "columns")) {
      try Samples.compose(quote, to: .iMessage, overflow: .fail, limit: 25)
    }
    #expect(throws: ComposerError.limitTooSmall(3, needed: 4, unit: "columns")) {
      try Samples.compose(quote, to: .iMessage, limit: 3)
    }
  }
}
