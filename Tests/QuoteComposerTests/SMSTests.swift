// SPDX-License-Identifier: Apache-2.0

internal import QuoteComposer
internal import QuoteModel
internal import Testing

@Suite("A text message")
struct SMSTests {
  private let quote = Samples.quote(
    "Wisdom begins in wonder.", creator: "Socrates", source: "Theaetetus", language: "en")

  @Test("has plain quotation marks and dashes where GSM-7 holds the rest")
  func typed() throws {
    let message = try Samples.compose(quote, to: .sms, note: "Don’t forget…")
    #expect(
      message.text == "Don't forget...\n\n\"Wisdom begins in wonder.\"\n- Socrates, Theaetetus")
    #expect(message.length == MessageLength(used: 66, limit: 160, unit: "septets"))
    #expect(message.payloadJSON.isEmpty)
  }

  @Test("keeps the printer's signs where a letter takes UCS-2 anyway")
  func unicode() throws {
    let message = try Samples.compose(Samples.quote("Ça va ?", creator: "Çelebi ş"), to: .sms)
    #expect(message.text == "“Ça va ?”\n— Çelebi ş")
    #expect(message.length == MessageLength(used: 20, limit: 70, unit: "UTF-16"))
  }

  @Test(
    "counts what its alphabet says",
    arguments: [
      ("plain", 7, "septets"), ("{}", 6, "septets"), ("€5 ~ [x] | ^ \\", 23, "septets"),
      ("Äöß àéñ ΔΩ", 12, "septets"), ("ç", 3, "UTF-16"), ("𠮷", 4, "UTF-16"), ("`", 3, "septets"),
      ("«\u{202F}x\u{202F}»", 3, "septets"), ("« x »", 5, "septets"), ("a – b…", 10, "septets"),
      ("»Nein« und »Ja«", 15, "septets"),
    ])
  func counts(text: String, used: Int32, unit: String) throws {
    let limit: Int32 = unit == "septets" ? 160 : 70
    #expect(
      try Samples.compose(Samples.quote(text), to: .sms).length
        == MessageLength(used: used, limit: limit, unit: unit))
  }

  @Test("is cut to one message")
  func truncates() throws {
    let text = String(repeating: "Wisdom begins in wonder. ", count: 20)
    let message = try Samples.compose(Samples.quote(text, creator: "Socrates"), to: .sms)
    #expect(message.text.hasSuffix(" begins in...\"\n- Socrates"))
    #expect((140...160).contains(try #require(message.length).used))
    let wide = try Samples.compose(Samples.quote(text, creator: "Сократ"), to: .sms)
    #expect(wide.text.hasSuffix("…”\n— Сократ"))
    #expect((50...70).contains(try #require(wide.length).used))
  }

  @Test("drops a character beyond the alphabet with the rest rather than half of the text")
  func cutBeforeEmoji() throws {
    let text = String(repeating: "Wisdom begins in wonder. ", count: 8) + "👍"
    let message = try Samples.compose(Samples.quote(text), to: .sms)
    #expect(message.length?.unit == "septets")
    #expect(message.text.utf8.count > 140)
  }

  @Test("has parts of 153 septets, none of which ends within an escape pair")
  func septetParts() throws {
    let text = String(repeating: "{", count: 400)
    let parts = try Samples.compose(Samples.quote(text), to: .sms, overflow: .split).parts
    #expect(parts.map(\.count) == [77, 76, 76, 76, 76, 21])
    #expect(parts.map { $0.filter { $0 == "{" }.count * 2 } == [152, 152, 152, 152, 152, 40])
  }

  @Test("has parts of 67 units, none of which ends within a pair or a grapheme")
  func unitParts() throws {
    let text = "Ж" + String(repeating: "𠮷", count: 100)
    let parts = try Samples.compose(Samples.quote(text), to: .sms, overflow: .split).parts
    #expect(parts.map(\.utf16.count) == [66, 66, 66, 5])
    let flags = String(repeating: "🇩🇪", count: 60)
    let flagParts = try Samples.compose(Samples.quote(flags), to: .sms, overflow: .split).parts
    #expect(flagParts.dropLast().allSatisfy { (62...67).contains($0.utf16.count) })
    #expect(flagParts.joined() == "“\(flags)”")
  }

  @Test("has all parts in the one alphabet that the whole takes")
  func oneAlphabet() throws {
    let text = String(repeating: "“Quoted” – ", count: 10) + "ж"
    let message = try Samples.compose(Samples.quote(text), to: .sms, overflow: .split)
    #expect(message.parts.allSatisfy { $0.utf16.count <= 67 })
    #expect(message.parts[0].contains("“Quoted” –"))
  }

  @Test("says so where what is never cut takes more than a message")
  func tooSmall() {
    #expect(throws: ComposerError.limitTooSmall(160, needed: 204, unit: "septets")) {
      try Samples.compose(quote, to: .sms, note: String(repeating: "n", count: 173))
    }
  }
}
