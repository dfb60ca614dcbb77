// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("Bytes that are no message")
struct HostileBytesTests {
  @Test(
    "cut anywhere, are refused or are the shorter message that they spell",
    arguments: Contract.types.keys.sorted())
  func truncated(name: String) throws {
    let type = try #require(Contract.types[name])
    for packed in try Contract.samples(of: name, .distinct) {
      var refused = 0
      for count in 0..<packed.count {
        let cut = Array(packed[..<count])
        do throws(WireError) {
          let decoded = try type.init(wire: cut.span)
          #expect(decoded.wire == cut)
        } catch {
          #expect(error == .malformed(message: name))
          refused += 1
        }
      }
      // Each field takes at least two bytes, so at least every other cut is within one.
      #expect(refused >= packed.count / 2)
    }
  }

  @Test(
    "mutated at random, are refused or decode to a value that survives",
    arguments: Contract.types.keys.sorted())
  func mutated(name: String) throws {
    let type = try #require(Contract.types[name])
    let samples = try Contract.samples(of: name, .distinct)
    var random = RepeatableRandom(seed: 2_026)
    var decodedCount = 0
    for round in 0..<500 {
      var bytes = samples[round % samples.count]
      for _ in 0...(random.next() % 4) where !bytes.isEmpty {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
        }
      }
      do throws(WireError) {
        let decoded = try type.init(wire: bytes.span)
        let encoded = decoded.wire
        #expect(try type.init(wire: encoded.span).wire == encoded)
        decodedCount += 1
      } catch {
        guard case .overBudget = error else { continue }
        Issue.record("\(bytes.count) bytes took more than the budget.")
      }
    }
    #expect(decodedCount > 0)
  }

  @Test(
    "that are not UTF-8 are refused, and the field is named",
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x61, 0xE2, 0x82],
    ] as [[UInt8]])
  func invalidText(text: [UInt8]) {
    let quote = [0x12, UInt8(text.count)] + text
    expect(Quote.self, quote, refusedFor: "text")
    let response = [0x0A, UInt8(quote.count)] + quote
    expect(GetQuoteResponse.self, response, refusedFor: "quote.text")
    expect(ListQuotesResponse.self, [0x0A, 0x00] + response, refusedFor: "quotes[1].text")
    expect(
      QuoteFilter.self, [0x0A, 0x00, 0x0A, UInt8(text.count)] + text, refusedFor: "tags_all[1]")
    #expect(Status(WireError.invalidText(field: "quote.text")).code == .internal)
  }

  @Test("that give a field another type are passed over, as protobuf asks")
  func otherType() throws {
    let bytes: [UInt8] = [0x08, 0x01, 0x78, 0x07]  // Field 1 as a number; field 15.
    #expect(throws: WireError.malformed(message: "quotes.v1.GetQuoteRequest")) {
      try GetQuoteRequest(wire: bytes.span)
    }
  }

  private func expect<Message: WireMessage>(
    _ type: Message.Type, _ bytes: [UInt8], refusedFor field: String
  ) {
    #expect(throws: WireError.invalidText(field: field)) { try Message(wire: bytes.span) }
  }
}

/// The same numbers in every run (SplitMix64).
struct RepeatableRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
