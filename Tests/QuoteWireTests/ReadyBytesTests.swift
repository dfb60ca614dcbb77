// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("Ready bytes")
struct ReadyBytesTests {
  private static let quotes: [Quote] = [
    "", "Less is more.", String(repeating: "long ", count: 300),
  ]
  .map { text in
    var quote = Quote()
    quote.text = text
    quote.createTime = text.isEmpty ? nil : Timestamp(seconds: 1_800_000_000)
    return quote
  }

  @Test("are field 1: a tag, a length and the encoded quote", arguments: quotes)
  func layout(quote: Quote) throws {
    let encoded = quote.wire
    let length =
      encoded.count < 128
      ? [UInt8(encoded.count)] : [UInt8(encoded.count % 128 + 128), UInt8(encoded.count / 128)]
    var bytes: [UInt8] = [0xEE]
    quote.appendReady(to: &bytes)
    #expect(bytes == [0xEE, 0x0A] + length + encoded)
    let ready = Array(bytes.dropFirst())
    #expect(try Quote(ready: ready.span) == quote)
  }

  @Test("and a tail are the whole response, whichever it is")
  func runsAndTail() {
    var runs: [UInt8] = []
    Self.quotes.forEach { $0.appendReady(to: &runs) }
    var list = ListQuotesResponse()
    list.nextPageToken = "token"
    list.totalSize = 2_127
    list.revision = .max
    expect(runs, and: list, make: list.with(\.quotes, Self.quotes))
    expect([], and: list, make: list)
    var random = RandomQuotesResponse()
    random.revision = 7
    expect(runs, and: random, make: random.with(\.quotes, Self.quotes))
    var search = SearchQuotesResponse()
    search.nextPageToken = "more"
    expect(runs, and: search, make: search.with(\.quotes, Self.quotes))
    var export = ExportQuotesResponse()
    export.totalSize = 2_000
    export.revision = 8
    expect(runs, and: export, make: export.with(\.quotes, Self.quotes))
  }

  @Test("and a tail are the response with one quote", arguments: quotes)
  func oneAndTail(quote: Quote) {
    var ready: [UInt8] = []
    quote.appendReady(to: &ready)
    var get = GetQuoteResponse()
    get.revision = 300
    expect(ready, and: get, make: get.with(\.quote, quote))
    var daily = DailyQuoteResponse()
    daily.date = "2027-03-28"
    daily.validFor = .milliseconds(1_500)
    expect(ready, and: daily, make: daily.with(\.quote, quote))
    var created = CreateQuoteResponse()
    created.revision = 1
    expect(ready, and: created, make: created.with(\.quote, quote))
  }

  @Test("are refused when they hold no quote")
  func noQuote() {
    let bytes: [UInt8] = []
    #expect(throws: WireError.malformed(message: "quotes.v1.Quote")) {
      try Quote(ready: bytes.span)
    }
  }

  private func expect<Response: WireMessage>(
    _ ready: [UInt8], and tail: Response, make whole: Response
  ) {
    var bytes = ready
    tail.append(to: &bytes)
    #expect(bytes == whole.wire)
  }
}

extension WireMessage {
  /// A copy with one property changed.
  fileprivate func with<Value>(_ property: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var copy = self
    copy[keyPath: property] = value
    return copy
  }
}
