// SPDX-License-Identifier: Apache-2.0

internal import QuoteComposer
internal import QuoteModel
internal import QuoteText
internal import Testing

@Suite("The composer")
struct ComposerTests {
  private func isClean(_ text: String) -> Bool {
    let allowed: Set<Unicode.Scalar> = ["\u{2066}", "\u{2067}", "\u{2069}"]
    let bare = String(
      String.UnicodeScalarView(text.unicodeScalars.filter { !allowed.contains($0) }))
    return TextInspection.firstRefused(in: text) == nil
      && TextInspection.firstRefused(in: bare) == nil
      && Array(NFC.normalize(text).utf8) == Array(text.utf8)
  }

  /// The text without what a channel adds to it or takes from it: what the quote gave.
  private func words(_ text: String) -> String {
    text.filter { !$0.isWhitespace && !"\u{2060}\u{2066}\u{2067}\u{2069}…“”«»「」\"".contains($0) }
  }

  /// Those whose messages are one text, with some limits of each.
  private static let textChannels: [(Channel, [Int32])] = [
    (.plainText, small), (.iMessage, small), (.sms, some), (.slack, some), (.discord, some),
    (.telegram, some), (.mastodon, some), (.bluesky, some),
    (.matrix, [1, 250, 280, 300, 333, 400, 555, 800]), (.email, [1, 700, 800, 900, 1_000, 1_500]),
  ]
  private static let small: [Int32] = Array(1...50) + [80, 119, 120, 121, 180]
  private static let some: [Int32] = [1, 24, 31, 32, 33, 37, 48, 70, 120, 181]

  @Test("keeps its promises for every text and limit", arguments: Samples.hostile + Samples.harmful)
  func promises(text: String) throws {
    let quote = Samples.quote(text, creator: "Lao Tzu / 老子", source: "Tao & Te")
    let whole = Array(words(try Samples.compose(quote).accessibilityLabel))
    for (channel, limits) in Self.textChannels {
      for limit in limits {
        let message: Message
        do {
          message = try Samples.compose(quote, to: channel, limit: limit)
        } catch ComposerError.limitTooSmall(_, let needed, _) {
          #expect(needed > limit)
          continue
        }
        let used = try #require(message.length)
        let shown = message.layout?.caption ?? message.text
        #expect(used.used <= limit)
        #expect(shown.count <= limit)
        #expect(
          message.text.hasSuffix("— Lao Tzu / 老子, Tao & Te")
            && message.layout?.subcaption ?? "— Lao Tzu / 老子" == "— Lao Tzu / 老子")
        #expect(isClean(message.text) && isClean(shown) && isClean(message.summaryText))
        #expect(!shown.contains("……"))
        // What is left of the text is a beginning of it, grapheme by grapheme.
        let kept = Array(
          words(message.layout?.caption ?? message.text.components("\n— Lao Tzu").first ?? ""))
        #expect(whole.starts(with: kept))
        #expect(!message.truncated || shown.contains("…"))
      }
    }
  }

  @Test(
    "fits what a channel takes by itself, however long a text is",
    arguments: Composer.channels)
  func ownLimits(channel: Channel) throws {
    for text in Samples.hostile + Samples.harmful {
      let long = String(repeating: text + " ", count: max(1, 4_000 / (text.count + 1)))
      let quote = Samples.quote(String(long.prefix(3_000)), creator: "Lao Tzu", id: "abcdefgh")
      let message: Message
      do {
        message = try Samples.compose(quote, to: channel, display: Samples.grid(20, 6))
      } catch ComposerError.tooLong(_, _, _, unit: "bytes") {
        continue
      }
      let length = try #require(message.length)
      #expect(length.limit == 0 || length.used <= length.limit)
      #expect(message.text.contains("Lao Tzu"))
      #expect(isClean(message.text))
    }
  }

  @Test("splits into parts that fit and lose nothing", arguments: Samples.hostile)
  func parts(text: String) throws {
    let quote = Samples.quote(text, creator: "Lao Tzu")
    let whole = try Samples.compose(quote, note: "A note to go with it.")
    for limit in [12, 13, 17, 24, 37, 60] as [Int32] {
      let message = try Samples.compose(
        quote, note: "A note to go with it.", overflow: .split, limit: limit)
      #expect(message.text == whole.text)
      #expect(message.parts.allSatisfy { $0.count <= limit && isClean($0) })
      if message.parts.isEmpty {
        #expect(whole.text.count <= limit)
      } else {
        #expect(message.parts.last?.hasSuffix("— Lao Tzu") == true)
        #expect(words(message.parts.joined()) == words(whole.text))
      }
    }
  }

  @Test(
    "splits for every channel that has parts, each with a body of its own where it has bodies",
    arguments: [
      (.sms, false), (.slack, true), (.discord, true), (.telegram, true), (.matrix, true),
      (.mastodon, true), (.bluesky, true), (.display, false),
    ] as [(Channel, Bool)])
  func splits(channel: Channel, hasBodies: Bool) throws {
    let text = String(repeating: "Wisdom begins in @wonder & <grace>. ", count: 80)
    let quote = Samples.quote(text, creator: "Socrates", id: "abcdefgh")
    let note = "What do you think of this?"
    let limit: Int32 = channel == .matrix ? 400 : channel == .display ? 7 : 90
    let message = try Samples.compose(
      quote, to: channel, note: note, overflow: .split, limit: limit,
      display: Samples.grid(20, 7))
    #expect(message.parts.count > 10)
    #expect(!message.truncated)
    let spelled = message.parts.joined().replacing("https://quotes.example/q/abcdefgh", with: "")
    #expect(
      words(spelled).replacing("-", with: "—")
        == words(note + text + "— Socrates"))
    #expect(message.parts.last?.contains("Socrates") == true)
    let bodies = hasBodies ? try message.payload.elements : []
    #expect(bodies.count == (hasBodies ? message.parts.count : 0))
    #expect(message.payloadJSON.isEmpty == !hasBodies)
  }

  @Test("has no more than a thousand parts")
  func tooManyParts() throws {
    let quote = Samples.quote(String(repeating: "x", count: 1_001), language: "x")
    #expect(throws: ComposerError.tooManyParts(limit: 1, most: 1_000)) {
      try Samples.compose(quote, overflow: .split, limit: 1)
    }
    #expect(try Samples.compose(quote, overflow: .split, limit: 2).parts.count == 502)
  }

  @Test(
    "isolates right-to-left text where the reader's language is not",
    arguments: [
      ("שלום", "", "", "\u{2067}“שלום”\u{2069}\n— \u{2067}לאו\u{2069}, Tao"),
      ("שלום", "he", "", "”שלום”\n— לאו, Tao"),
      ("שלום", "he", "en", "\u{2067}”שלום”\u{2069}\n— \u{2067}לאו\u{2069}, Tao"),
      ("Say שלום", "en", "", "\u{2066}“Say שלום”\u{2069}\n— \u{2067}לאו\u{2069}, Tao"),
      ("a\nשלום", "en", "", "“a\n\u{2067}שלום”\u{2069}\n— \u{2067}לאו\u{2069}, Tao"),
      ("שלום", "", "ar-EG", "“שלום”\n— לאו, Tao"),
      ("שלום", "", "az-Arab", "“שלום”\n— לאו, Tao"),
      ("שלום", "", "ks-Deva", "\u{2067}“שלום”\u{2069}\n— \u{2067}לאו\u{2069}, Tao"),
    ])
  func isolates(text: String, language: String, locale: String, expected: String) throws {
    let quote = Samples.quote(text, creator: "לאו", source: "Tao", language: language)
    let message = try Samples.compose(quote, locale: locale)
    #expect(Array(message.text.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    "strips what would harm the reader",
    arguments: [
      ("@\u{202E}everyone", "“@everyone”"), ("a\0b\u{1B}[31m\u{9B}", "“ab[31m”"), ("a\tb", "“a b”"),
      ("a\r\nb\u{2028}c", "“a\nb\nc”"), ("x\u{2067}y\u{2069}", "“xy”"), ("hi\u{E0068}", "“hi”"),
      ("\u{FEFF}bom ", "“bom”"), ("e\u{202E}\u{301}", "“é”"), ("\u{301}a", "“a”"), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "“🏴󠁧󠁢󠁥󠁮󠁧󠁿”"),
    ])
  func strips(text: String, expected: String) throws {
    let message = try Samples.compose(Samples.quote(text))
    #expect(Array(message.text.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test("refuses what it can't compose")
  func refusals() {
    let good = Samples.quote("x")
    func refuses(_ error: ComposerError, _ body: () throws -> Message) {
      #expect(throws: error) { try body() }
    }
    refuses(.emptyText) { try Samples.compose(Samples.quote("")) }
    refuses(.emptyText) { try Samples.compose(Samples.quote(" \n\u{202E}\0")) }
    refuses(.negativeLimit(-1)) { try Samples.compose(good, limit: -1) }
    refuses(.unknownChannel(Channel(rawValue: 99))) {
      try Samples.compose(good, to: Channel(rawValue: 99))
    }
    refuses(.unknownOverflow(Overflow(rawValue: 9))) {
      try Samples.compose(good, overflow: Overflow(rawValue: 9))
    }
    refuses(.badSession) { try Samples.compose(good, session: "a\nb") }
    refuses(.badSession) { try Samples.compose(good, session: String(repeating: "a", count: 257)) }
    refuses(.tooLong(field: "quote.text", used: 5_001, limit: 5_000, unit: "graphemes")) {
      try Samples.compose(Samples.quote(String(repeating: "x", count: 5_001)))
    }
    refuses(.tooLong(field: "quote.text", used: 20_001, limit: 20_000, unit: "bytes")) {
      try Samples.compose(Samples.quote("x" + String(repeating: "é", count: 10_000)))
    }
    refuses(.tooLong(field: "note", used: 20_001, limit: 20_000, unit: "bytes")) {
      try Samples.compose(good, note: String(repeating: "x", count: 20_001))
    }
  }

  @Test("takes a text of 5,000 characters")
  func longestText() throws {
    let message = try Samples.compose(Samples.quote(String(repeating: "x", count: 5_000)))
    #expect(message.length?.used == 5_002)
  }

  @Test(
    "says why a message has no parts",
    arguments: [(.iMessage, "one bubble"), (.email, "any length")] as [(Channel, String)])
  func noParts(channel: Channel, reason: String) throws {
    let error = try #require(throws: ComposerError.self) {
      try Samples.compose(Samples.quote("x"), to: channel, overflow: .split)
    }
    #expect(error == .cannotSplit(channel))
    #expect(error.description.contains(reason))
    #expect(error.field == "overflow" && error.fault == .request)
  }

  @Test("echoes the session, or makes one that nobody else has")
  func sessions() throws {
    let quote = Samples.quote("x")
    #expect(try Samples.compose(quote, session: "Our bubble/1").sessionID == "Our bubble/1")
    let made = try (0..<100).map { _ in try Samples.compose(quote, session: "").sessionID }
    #expect(Set(made).count == 100)
    let pattern = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
    #expect(made.allSatisfy { $0.wholeMatch(of: pattern) != nil })
  }

  @Test("has a summary in one line, whatever the names are")
  func summaries() throws {
    for text in Samples.hostile {
      for creator in ["", "Lao Tzu", String(repeating: "Long Name ", count: 30)] {
        let message = try Samples.compose(Samples.quote(text, creator: creator))
        #expect(!message.summaryText.contains("\n"))
        #expect(message.summaryText.count <= 100 || creator.count > 60)
        #expect(!message.summaryText.isEmpty)
        #expect(message.summaryText.contains(creator.prefix(30)))
      }
    }
  }
}

extension String {
  /// The pieces between a separator.
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
