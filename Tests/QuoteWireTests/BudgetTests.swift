// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("The budget of decoding")
struct BudgetTests {
  /// 4 MiB of empty messages in a repeated field: two bytes for each.
  private static let flood = Array(repeating: [UInt8]([0x0A, 0x00]), count: 2 << 20).flatMap(\.self)

  @Test(
    "ends 4 MiB of empty messages with RESOURCE_EXHAUSTED and stays within its bounds",
    arguments: [
      "ListQuotesResponse", "ImportQuotesRequest", "ListPinsResponse", "ListDailyQuotesResponse",
    ])
  func flood(type: String) throws {
    let name = "quotes.v1.\(type)"
    let message = try #require(Contract.types[name])
    #expect(throws: WireError.overBudget(message: name)) {
      try message.init(wire: Self.flood.span)
    }
    #expect(Status(WireError.overBudget(message: name)).code == .resourceExhausted)
  }

  @Test("takes no more of the arena than 16 times the message and 4 MiB")
  func peak() {
    #expect(throws: WireError.overBudget(message: "quotes.v1.ImportQuotesRequest")) {
      try ImportQuotesRequest(wire: Self.flood.span)
    }
    let peak = Arena.useOfThread.peakChunkBytes
    #expect(peak > Self.flood.count)
    #expect(peak <= 16 * Self.flood.count + (4 << 20))
  }

  @Test("lets 4 MiB of short quotes through")
  func honest() throws {
    var quote = Quote()
    quote.id = "abcdefghijklmnop"
    quote.text = "Less is more."
    var ready: [UInt8] = []
    quote.appendReady(to: &ready)
    let count = (4 << 20) / ready.count
    let page = Array(repeating: ready, count: count).flatMap(\.self)
    let decoded = try ListQuotesResponse(wire: page.span)
    #expect(decoded.quotes.count == count)
    #expect(decoded.quotes.last == quote)
  }

  @Test("lets a batch of a thousand quotes through, however short they are", arguments: [0, 64])
  func shortest(tagCount: Int) throws {
    var request = ImportQuotesRequest()
    request.quotes = (0..<1_000).map { number in
      var quote = Quote()
      quote.text = "q\(number)"
      quote.tags = (0..<tagCount).map { String($0, radix: 36) }
      return quote
    }
    #expect(try ImportQuotesRequest(wire: request.wire.span) == request)
  }

  @Test("allocates nothing for a small message when it is warm")
  func warm() throws {
    var request = ListQuotesRequest()
    request.pageToken = "eyJ2IjoxfQ"
    request.filter = QuoteFilter()
    request.filter?.tagsAny = ["courage", "wisdom"]
    let bytes = request.wire
    #expect(try ListQuotesRequest(wire: bytes.span) == request)
    let before = Arena.useOfThread.chunksEverAllocated
    for _ in 0..<100 { #expect(try ListQuotesRequest(wire: bytes.span) == request) }
    #expect(Arena.useOfThread.chunksEverAllocated == before)
  }

  @Test("tells garbage from a refusal")
  func garbage() {
    let bytes: [UInt8] = [0x0A, 0x05, 0x61]
    #expect(throws: WireError.malformed(message: "quotes.v1.GetQuoteRequest")) {
      try GetQuoteRequest(wire: bytes.span)
    }
    #expect(Status(WireError.malformed(message: "quotes.v1.GetQuoteRequest")).code == .internal)
  }
}
