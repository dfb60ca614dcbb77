// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import Testing

@Suite("A time zone file")
struct TZifTests {
  private static let good = TZif(
    transitions: [(-1_000_000, 1), (0, 0), (1_000_000, 1)], offsets: [3_600, 7_200],
    footer: "CET-1CEST,M3.5.0,M10.5.0/3")

  @Test("is refused with the reason")
  func refusals() {
    var table: [(TZif, TimeZoneError)] = []
    func add(_ error: TimeZoneError, _ change: (inout TZif) -> Void) {
      var file = Self.good
      change(&file)
      table.append((file, error))
    }
    add(.notTZif) { $0.magic = "TZjf" }
    add(.oldVersion) { $0.version = 0 }
    add(.countsLeapSeconds) { $0.leapSeconds = 27 }
    add(.malformed("header")) { $0.offsets = [] }
    add(.malformed("types")) { $0.transitions[0].type = 2 }
    add(.malformed("transition times")) { $0.transitions[2].instant = 0 }
    add(.malformed("transition times")) { $0.transitions[2].instant = -5 }
    add(.malformed("offset")) { $0.offsets[0] = .min }
    add(.malformed("offset")) { $0.offsets[1] = 93_600 }
    for (file, error) in table {
      #expect(throws: error) { try TimeZoneRules(tzif: file.bytes) }
    }
  }

  @Test(
    "is refused for a footer that says nothing",
    arguments: [
      "X", "XX1", "UTC", "UTC25", "UTC0:60", "<UTC0", "UTC0x", "CET-1CEST", "CET-1CEST,M3.5.0",
      "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
      "CET-1CEST,J0,J365", "CET-1CEST,366,0", "CET-1CEST,M3.5.0/168,M10.5.0",
      "CET-1CEST,M3.5.0,M10.5.0,", "CET-1CEST,M99999999999999999999.5.0,M10.5.0",
      "EST24EDT-25,0,1",
    ])
  func footers(footer: String) {
    var file = Self.good
    file.footer = footer
    #expect(throws: TimeZoneError.malformed("footer")) { try TimeZoneRules(tzif: file.bytes) }
  }

  @Test("is refused wherever it is cut off")
  func truncation() {
    let bytes = Self.good.bytes
    for count in 0..<bytes.count {
      #expect(throws: TimeZoneError.truncated) { try TimeZoneRules(tzif: Array(bytes[..<count])) }
    }
  }

  @Test("is refused where it promises more than there can be")
  func hugeCounts() {
    let bytes = Self.good.bytes
    let secondHeader = 44 + 10
    for offset in [20, secondHeader + 20] {
      for field in 0..<6 {
        var forged = bytes
        for octet in 0..<4 { forged[offset + field * 4 + octet] = 0xFF }
        #expect(throws: TimeZoneError.self) { try TimeZoneRules(tzif: forged) }
      }
    }
  }

  @Test("gives rules or an error, and rules that answer, whatever is in it", arguments: 0..<20)
  func mutations(seed: UInt64) {
    var random = SplitMix(state: seed)
    let bytes = Self.good.bytes
    for _ in 0..<250 {
      var mutated = bytes
      for _ in 0...Int.random(in: 0..<6, using: &random) {
        let index = Int.random(in: 0..<mutated.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: mutated[index] = UInt8.random(in: 0...255, using: &random)
        case 1: mutated[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: mutated.remove(at: index)
        default: mutated.insert(UInt8.random(in: 0x20...0x7E, using: &random), at: index)
        }
      }
      guard let rules = try? TimeZoneRules(tzif: mutated) else { continue }
      for _ in 0..<5 {
        let now = Timestamp(seconds: Int64.random(in: -1 << 36...1 << 38, using: &random))
        guard let date = rules.date(at: now) else { continue }
        let end = rules.endOfDate(date, after: now)
        #expect(end > now)
        #expect(rules.date(at: end) ?? .last >= date)
      }
      _ = rules.offsetSeconds(at: Timestamp(seconds: .min))
      _ = rules.endOfDate(.last, after: Timestamp(seconds: .max))
    }
  }
}

/// A generator that gives the same numbers each time (splitmix64).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
