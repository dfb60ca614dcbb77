// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A fortune file")
struct FortuneReaderTests {
  private func items(
    _ text: String, file: String = "quotes", encoding: TextEncoding = .utf8, language: String = ""
  ) -> [ImportItem] {
    items(Array(text.utf8), file: file, encoding: encoding, language: language)
  }

  private func items(
    _ bytes: [UInt8], file: String = "quotes", encoding: TextEncoding = .utf8, language: String = ""
  ) -> [ImportItem] {
    Array(FortuneReader(file: file, bytes: bytes, encoding: encoding, language: language))
  }

  private func records(_ items: [ImportItem]) -> [ImportRecord] {
    items.compactMap { if case .record(let record) = $0 { record } else { nil } }
  }

  private func problems(_ items: [ImportItem]) -> [String] {
    items.compactMap { if case .problem(let problem) = $0 { problem.description } else { nil } }
  }

  @Test(
    "is read into texts and the lines they begin on",
    arguments: [
      ("", [], []),
      ("one\n%\ntwo\n%\n", ["one", "two"], [1, 3]),
      ("one\n%\ntwo", ["one", "two"], [1, 3]),
      ("%\n%\none\n%\n%\n\ntwo\n%\n%\n", ["one", "two"], [3, 7]),
      ("one\r\ntwo\r\n%\r\nthree\r\n", ["one\ntwo", "three"], [1, 4]),
      ("one\n%  \t\ntwo\n", ["one", "two"], [1, 3]),
      ("\u{FEFF}one\n%\ntwo", ["one", "two"], [1, 3]),
      ("100 %\n%%\n% of it\n%\nx", ["100 %\n%%\n% of it", "x"], [1, 5]),
      (" \n\t\n%\nx", ["x"], [4]),
      ("a\n\n\n  b\t\n\n", ["a\n\n\n  b"], [1]),
      ("\tthree\n\tlines\n\t\tdeep", ["three\nlines\n        deep"], [1]),
      ("\"In marks.\"", ["In marks."], [1]),
      ("\"Hi.\"\n\"Ho.\"", ["\"Hi.\"\n\"Ho.\""], [1]),
    ] as [(String, [String], [Int])])
  func splits(text: String, texts: [String], lines: [Int]) {
    let records = records(items(text))
    #expect(records.map(\.quote.text) == texts)
    #expect(records.map(\.line) == lines)
  }

  @Test(
    "gives every entry's text wherever lines break",
    arguments: ["\n", "\r\n"], ["", "%\n", "%\n%\n", "\u{FEFF}"])
  func roundTrip(lineBreak: String, start: String) {
    let texts = (0..<50).map { "Text \($0)\(lineBreak)on two lines" }
    let file = start + texts.joined(separator: "\(lineBreak)%\(lineBreak)") + lineBreak
    #expect(
      records(items(file)).map(\.quote.text) == (0..<50).map { "Text \($0)\non two lines" })
  }

  @Test(
    "becomes plain text",
    arguments: [
      ("\u{1B}[1;31mred\u{1B}[0m \u{9B}32mgreen\u{7}", "red green"), ("\u{1B}]0;title\u{7}x", "x"),
      ("_\u{8}u_\u{8}n_\u{8}d_\u{8}e_\u{8}r", "under"), ("b\u{8}bo\u{8}ol\u{8}ld\u{8}d", "bold"),
      ("o\u{8}\"l", "öl"), ("'\u{8}ete\u{8}'", "été"), ("fool\u{8}\u{8}\u{8}\u{8}lord", "lord"),
      ("\u{8}\u{8}x", "x"), ("\u{1B}[31", ""), ("\u{1B}", ""), ("a\u{8}", "a"),
    ])
  func plain(text: String, expected: String) {
    #expect(records(items(text)).map(\.quote.text) == [expected])
  }

  @Test("reports what is in no encoding it was told, and goes on")
  func encodings() {
    let bytes = Array("good\n%\ncaf".utf8) + [0xE9] + Array("\n%\nbetter".utf8)
    let strict = items(bytes)
    #expect(records(strict).map(\.quote.text) == ["good", "better"])
    #expect(
      problems(strict) == [
        "quotes:3: rejected: The text is not utf-8: give the file's encoding, latin1 or cp1252."
      ])
    #expect(
      records(items(bytes, encoding: .latin1)).map(\.quote.text) == ["good", "café", "better"])
    let curly: [UInt8] = [0x93, 0x80, 0x94]
    #expect(records(items(curly, encoding: .cp1252)).map(\.quote.text) == ["€"])
    #expect(problems(items([0x81], encoding: .cp1252)).count == 1)
  }

  @Test("warns of characters that were lost before it was made")
  func replacementCharacter() {
    let found = items("fine\n%\ncaf\u{FFFD}")
    #expect(records(found).count == 2)
    #expect(problems(found).first?.hasPrefix("quotes:3: warning: ") == true)
  }

  @Test(
    "is turned by thirteen places only by its name",
    arguments: [
      ("jokes-o", "Hello", Rating.mature), ("off/jokes", "Hello", .mature),
      ("/usr/share/fortunes/off/de/jokes", "Hello", .mature), ("jokes", "Uryyb", .unspecified),
      ("officers/jokes", "Uryyb", .unspecified), ("jokes-old", "Uryyb", .unspecified),
    ])
  func rotation(file: String, expected: String, rating: Rating) {
    let quote = records(items("Uryyb", file: file)).first?.quote
    #expect(quote?.text == expected)
    #expect(quote?.rating == rating)
  }

  @Test(
    "tells its language by its folder, or by a script that has one",
    arguments: [
      ("fortunes/de/zitate", "", "Hallo", "de"), ("pt_BR/frases", "", "Oi", "pt-br"),
      ("fortunes/computers", "", "Hi", ""), ("x", "", "知之为知之", "zh"), ("x", "", "学びて思う", "ja"),
      ("x", "", "한글", "ko"), ("de/x", "nl", "Hoi", "nl"), ("d1/x", "", "Hi", ""),
    ])
  func languages(file: String, given: String, text: String, expected: String) {
    #expect(records(items(text, file: file, language: given)).first?.quote.language == expected)
  }

  @Test("says how far it has read")
  func offset() {
    var reader = FortuneReader(
      file: "x", bytes: Array("one\n%\ntwo\n".utf8), encoding: .utf8, language: "")
    #expect(reader.offset == 0)
    _ = reader.next()
    #expect(reader.offset == 6)
    _ = reader.next()
    #expect(reader.offset == 10)
    #expect(reader.next() == nil)
  }

  @Test("ends, whatever is in it", arguments: 0..<20)
  func anyBytes(seed: UInt64) {
    var state = seed
    let alphabet = Array("%\n\r \t-\"—《》()[],x\u{8}\u{1B}".utf8)
    let bytes: [UInt8] = (0..<3_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return alphabet[Int(state >> 33) % alphabet.count]
    }
    for encoding in TextEncoding.allCases {
      let lines = bytes.count { $0 == 0x0A } + 1
      for record in records(items(bytes, encoding: encoding)) {
        #expect((1...lines).contains(record.line))
      }
    }
  }
}
