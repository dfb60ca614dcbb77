// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("The id of a quote")
struct QuoteIDTests {
  /// Made with Python's hashlib and base64.
  @Test(
    "is made of its text and creator",
    arguments: [
      ("Know thyself.", "", "w34regdqxkiwr5yk"),
      ("Brevity is the soul of wit.", "William Shakespeare", "o6b4o6aihqgi6ux5"),
      ("有朋自遠方來，不亦樂乎？", "孔子", "vr2wrgo5lrtw2fqa"),
    ])
  func made(text: String, creator: String, id: String) throws {
    var quote = Quote()
    quote.text = text
    quote.creator = creator
    #expect(try QuoteDraft(quote).key.description == id)
  }

  @Test("is the same however the text is composed and spaced")
  func normalForm() throws {
    var quote = Quote()
    quote.text = "Caf\u{E9}"
    quote.creator = "Zo\u{EB}"
    let key = try QuoteDraft(quote).key
    quote.text = " Cafe\u{301}\n"
    quote.creator = "Zoe\u{308}\t"
    quote.id = "anything"
    quote.tags = ["other"]
    #expect(try QuoteDraft(quote).key == key)
  }

  @Test(
    "is read as it is written",
    arguments: ["w34regdqxkiwr5yk", "aaaaaaaaaaaaaaaa", "7777777777777777", "abcdefghijklmnop"])
  func roundTrip(text: String) {
    #expect(QuoteID(text)?.description == text)
  }

  @Test("has no two written forms")
  func distinct() {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
    var ids: Set<QuoteID> = []
    for place in 0..<16 {
      for character in alphabet.dropFirst() {
        var text = Array(repeating: Character("a"), count: 16)
        text[place] = character
        if let id = QuoteID(String(text)) { ids.insert(id) }
      }
    }
    #expect(ids.count == 16 * 31)
  }

  @Test(
    "is not read from anything else",
    arguments: [
      "", "w34regdqxkiwr5y", "w34regdqxkiwr5ykk", "W34REGDQXKIWR5YK", "w34regdqxkiwr5y1",
      "w34regdqxkiwr5y0", "w34regdqxkiwr5y=", "w34regdqxkiwr5y\u{0}", "w34regdqxkiwr5é",
    ])
  func notAnID(text: String) {
    #expect(QuoteID(text) == nil)
  }
}
