// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest

/// The 80 bits that name a quote, written as 16 characters of lowercase base32 (RFC 4648).
///
/// They are the first of the SHA-256 of `"1"`, the text, a zero byte and the creator, both in NFC
/// and trimmed. A quote gets its id once and keeps it when it is edited; the same hash of what it
/// holds at present is its content key.
package struct QuoteID: Hashable, Sendable, CustomStringConvertible {
  /// The length of the written form.
  package static let characterCount = 16

  /// The first 64 bits; ids are hashes, so these are as good as random.
  let high: UInt64
  /// The last 16 bits.
  let low: UInt16

  /// Reads the written form; nil for anything else.
  package init?(_ text: String) {
    self.init(characters: text.utf8.span)
  }

  /// Reads the written form from its ASCII characters.
  init?(characters: Span<UInt8>) {
    guard characters.count == Self.characterCount else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    // Twelve characters fill 60 bits of the first part; the other four are split below.
    for index in 0..<12 {
      guard let value = Self.value(of: characters[index]) else { return nil }
      high = high << 5 | value
    }
    for index in 12..<Self.characterCount {
      guard let value = Self.value(of: characters[index]) else { return nil }
      low = low << 5 | value
    }
    self.high = high << 4 | low >> 16
    self.low = UInt16(truncatingIfNeeded: low)
  }

  /// The id, or the content key, of a text and its creator.
  static func of(text: String, creator: String, by hash: inout SHA256) -> Self {
    var message: [UInt8] = [UInt8(ascii: "1")]
    message.reserveCapacity(text.utf8.count + creator.utf8.count + 2)
    message += text.utf8
    message.append(0)
    message += creator.utf8
    hash.update(message.span)
    let digest = hash.finish()
    let high = digest[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Self(high: high, low: UInt16(digest[8]) << 8 | UInt16(digest[9]))
  }

  private init(high: UInt64, low: UInt16) {
    self.high = high
    self.low = low
  }

  /// The written form.
  package var description: String {
    String(decoding: characters, as: UTF8.self)
  }

  private var characters: [UInt8] {
    let tail = high << 16 | UInt64(low)
    return (0..<Self.characterCount).map { index in
      let value =
        index < 12
        ? high >> UInt64(59 - 5 * index) : tail >> UInt64(5 * (Self.characterCount - 1 - index))
      return Self.alphabet[Int(value & 31)]
    }
  }

  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  private static func value(of character: UInt8) -> UInt64? {
    switch character {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(character - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt64(character - UInt8(ascii: "2") + 26)
    default: nil
    }
  }
}
