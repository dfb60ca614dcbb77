// SPDX-License-Identifier: Apache-2.0

/// A numeric address of the Internet, of version 4 or 6, without a port.
///
/// One of version 4 is the same as its mapped form `::ffff:192.0.2.1`, by which a socket that
/// listens to both versions knows it.
package struct IPAddress: Hashable, Sendable {
  /// The address as a number of version 6.
  package let bits: UInt128

  /// Creates an address from its number of version 6.
  package init(bits: UInt128) { self.bits = bits }

  /// Reads `192.0.2.1` or `2001:db8::1` (RFC 4291, section 2.2); nil for anything else. The name of
  /// an interface behind a `%` is passed over.
  package init?(_ text: some StringProtocol) {
    if text.utf8.contains(UInt8(ascii: ":")) {
      let address = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)[0]
      guard let bits = Self.version6(Substring(address)) else { return nil }
      self.bits = bits
    } else {
      guard let bits = Self.version4(Substring(text)) else { return nil }
      self.bits = Self.mapped | UInt128(bits)
    }
  }

  /// Whether it is of version 4.
  package var isVersion4: Bool { bits >> 32 == Self.mapped >> 32 }

  /// Whether it stays on the machine: `127.0.0.0/8` or `::1`.
  package var isLoopback: Bool { bits == 1 || bits >> 24 == (Self.mapped | 127 << 24) >> 24 }

  private static let mapped: UInt128 = 0xFFFF << 32

  /// Four numbers of 0 to 255 in decimal. A leading zero is refused: some read it as octal.
  private static func version4(_ text: Substring) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bits: UInt32 = 0
    for part in parts {
      guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt8(part),
        part.count == 1 || part.first != "0"
      else { return nil }
      bits = bits << 8 | UInt32(number)
    }
    return bits
  }

  private static func version6(_ text: Substring) -> UInt128? {
    let gap = text.firstRange(of: "::")
    guard let gap else { return groups(text).flatMap { $0.count == 8 ? joined($0) : nil } }
    let after = text[gap.upperBound...]
    guard let head = groups(text[..<gap.lowerBound], isEnd: false), let tail = groups(after),
      head.count + tail.count < 8
    else { return nil }
    let zeros = [UInt16](repeating: 0, count: 8 - head.count - tail.count)
    return joined(head + zeros + tail)
  }

  /// The groups of 16 bits of a part without a gap; at the end of the whole, the last two may be an
  /// address of version 4.
  private static func groups(_ text: Substring, isEnd: Bool = true) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var groups: [UInt16] = []
    for (index, part) in parts.enumerated() {
      if isEnd, index == parts.count - 1, part.contains(".") {
        guard let bits = version4(part) else { return nil }
        groups += [UInt16(bits >> 16), UInt16(truncatingIfNeeded: bits)]
      } else {
        guard (1...4).contains(part.utf8.count), part.allSatisfy(\.isASCII),
          let group = UInt16(part, radix: 16), part.first != "+"
        else { return nil }
        groups.append(group)
      }
    }
    return groups
  }

  private static func joined(_ groups: [UInt16]) -> UInt128 {
    groups.reduce(0) { $0 << 16 | UInt128($1) }
  }
}

extension IPAddress: CustomStringConvertible {
  /// The address as people write it: dotted, or in groups with the longest run of zeros left out
  /// (RFC 5952).
  package var description: String {
    if isVersion4 {
      return (0..<4).reversed().map { String(UInt8(truncatingIfNeeded: bits >> (8 * $0))) }
        .joined(separator: ".")
    }
    let groups = (0..<8).reversed().map { UInt16(truncatingIfNeeded: bits >> (16 * $0)) }
    var longest = 0..<0
    var start = 0
    while start < groups.count {
      let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
      if end - start > max(1, longest.count) { longest = start..<end }
      start = max(end, start + 1)
    }
    let hexadecimal = groups.map { String($0, radix: 16) }
    guard !longest.isEmpty else { return hexadecimal.joined(separator: ":") }
    return hexadecimal[..<longest.lowerBound].joined(separator: ":") + "::"
      + hexadecimal[longest.upperBound...].joined(separator: ":")
  }
}
