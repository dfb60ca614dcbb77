// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteModel
internal import QuoteWire
internal import RPCCore
internal import Testing

/// Against bytes that we did not make: make-golden.py writes them with Python's own protobuf.
@Suite("Golden bytes")
struct GoldenTests {
  @Test("hold the same messages as the table here")
  func complete() throws {
    #expect(Set(try Self.bytes().keys) == Set(Self.messages.keys))
  }

  @Test("are what the same message encodes to here", arguments: messages.keys.sorted())
  func encode(name: String) throws {
    let golden = try #require(try Self.bytes()[name])
    let message = try #require(Self.messages[name])
    #expect(message.wire == golden)
  }

  @Test("decode to a message equal to the one made here", arguments: messages.keys.sorted())
  func decode(name: String) throws {
    let golden = try #require(try Self.bytes()[name])
    let message = try #require(Self.messages[name])
    #expect(try decodes(golden, to: message))
  }

  private func decodes<Message: WireMessage & Equatable>(
    _ bytes: [UInt8], to message: Message
  ) throws -> Bool {
    try Message(wire: bytes.span) == message
  }

  private static func bytes() throws -> [String: [UInt8]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "golden.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: try lines.map { line in
        let colon = try #require(line.firstIndex(of: ":"))
        let digits = line[line.index(after: colon)...].dropFirst().utf8.compactMap {
          Character(UnicodeScalar($0)).hexDigitValue
        }
        let bytes = stride(from: 0, to: digits.count, by: 2).map {
          UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
        return (String(line[..<colon]), bytes)
      })
  }
}

extension GoldenTests {
  private static let messages: [String: any WireMessage & Equatable] = [
    "empty": Quote(),
    "quote": quote,
    "nul": make(Quote()) {
      $0.text = "a\0b\0"
      $0.creator = "\0"
    },
    "extremes": make(Quote()) {
      $0.year = .min
      $0.attribution = Attribution(rawValue: .max)
      $0.rating = Rating(rawValue: .min)
      $0.createTime = Timestamp(seconds: .min, nanoseconds: .min)
      $0.updateTime = Timestamp(seconds: .max, nanoseconds: .max)
    },
    "long text": make(Quote()) { $0.text = String(repeating: "é", count: 200) },
    "today": DailyQuoteRequest(),
    "daily request": make(DailyQuoteRequest()) {
      $0.date = "2027-03-28"
      $0.timeZone = "Europe/Berlin"
      $0.calendar = "de"
    },
    "daily response": make(DailyQuoteResponse()) {
      $0.quote = quote
      $0.date = "2027-03-28"
      $0.validUntil = Timestamp(seconds: 1_806_184_800)
      $0.validFor = .milliseconds(3_600_500)
      $0.timeZone = "Europe/Berlin"
      $0.calendar = "default"
      $0.reason = .scheduled
      $0.certainty = .fixed
      $0.cyclePosition = 366
      $0.chain = Array(0..<32)
    },
    "negative duration": make(DailyQuoteResponse()) { $0.validFor = .nanoseconds(-1_000_000_001) },
    "list request": make(ListQuotesRequest()) {
      $0.pageSize = -1
      $0.pageToken = "eyJ2IjoxfQ"
      $0.skip = .max
      $0.filter = make(QuoteFilter()) {
        $0.tagsAll = ["a", "b"]
        $0.tagsAny = ["c"]
        $0.creators = ["Camillo Benso, Count of Cavour"]
        $0.languages = ["en-GB"]
        $0.minLength = 1
        $0.maxLength = 280
        $0.includeMature = true
      }
      $0.order = .newest
      $0.minRevision = .max
    },
    "empty filter": make(ListQuotesRequest()) { $0.filter = QuoteFilter() },
    "list response": make(ListQuotesResponse()) {
      $0.quotes = [quote, Quote(), quote]
      $0.nextPageToken = "next"
      $0.totalSize = 2_127
      $0.revision = 300
    },
    "compose by id": make(ComposeMessageRequest()) {
      $0.subject = .quoteID("")
      $0.channel = .iMessage
    },
    "compose by date": make(ComposeMessageRequest()) {
      $0.subject = .daily(DailyQuoteRequest())
      $0.note = "For you"
      $0.limit = 140
    },
    "compose a quote": make(ComposeMessageRequest()) {
      $0.subject = .quote(quote)
      $0.channel = .display
      $0.overflow = .fail
      $0.display = make(DisplayGrid()) {
        $0.columns = 40
        $0.rows = 4
        $0.ascii = true
      }
    },
    "tombstone": make(Quote()) {
      $0.id = "abcdefghijklmnop"
      $0.deleteTime = Timestamp(seconds: 1_800_000_000, nanoseconds: 500_000_000)
    },
    "import": make(ImportQuotesRequest()) {
      $0.quotes = [quote, Quote()]
      $0.restoreDeleted = true
      $0.dryRun = true
      $0.keepIDs = true
    },
    "update": make(UpdateQuoteRequest()) {
      $0.quote = make(Quote()) { $0.id = "q" }
      $0.updateMask = FieldMask(paths: ["text", "tags"])
      $0.requestID = "r"
    },
    "status": Status(
      .invalidArgument, "page_size is -1: send 0 to 1,000.",
      details: [
        .errorInfo(
          reason: "PAGE_SIZE_NEGATIVE", domain: "quotes.v1", metadata: ["page_size": "-1"]),
        .badRequest([.init(field: "page_size", description: "must not be negative")]),
        .retryInfo(delay: .milliseconds(250)),
      ]),
  ]

  private static let quote = make(Quote()) {
    $0.id = "abcdefghijklmnop"
    $0.text = "“Τὰ πάντα ῥεῖ” — 万物流转 👩\u{200D}👩\u{200D}👧"
    $0.creator = "Heraclitus"
    $0.source = "Fragment 12"
    $0.year = -500
    $0.language = "grc"
    $0.tags = ["change", ""]
    $0.sourceURL = "https://example.org/?a=b&c=d"
    $0.attribution = .disputed
    $0.rating = .mature
    $0.translationOf = "ponmlkjihgfedcba"
    $0.createTime = Timestamp(seconds: -1, nanoseconds: 999_999_999)
    $0.updateTime = Timestamp(seconds: 1_800_000_000)
    $0.etag = "17"
  }

  private static func make<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var changed = value
    change(&changed)
    return changed
  }
}
