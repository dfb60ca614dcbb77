// SPDX-License-Identifier: Apache-2.0

/// Neighbouring addresses: those that begin with the same bits (CIDR, RFC 4632).
package struct AddressBlock: Hashable, Sendable {
  private let first: UInt128
  private let mask: UInt128

  /// Reads `10.0.0.0/8` or `2001:db8::/32`; an address alone is a block of one. Nil for anything
  /// else, and where bits behind the prefix are set: then it isn't clear what is meant.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(parts[0]) else { return nil }
    let own = address.isVersion4 ? 32 : 128
    var length = own
    if parts.count == 2 {
      guard let number = Int(parts[1]), (0...own).contains(number), String(number) == parts[1]
      else { return nil }
      length = number
    }
    self.init(address, fixedBits: length + 128 - own)
    guard first == address.bits else { return nil }
  }

  /// The block of an address whose first bits, counted in version 6, are fixed.
  private init(_ address: IPAddress, fixedBits: Int) {
    mask = fixedBits == 0 ? 0 : ~UInt128(0) << UInt128(128 - fixedBits)
    first = address.bits & mask
  }

  /// The block that one subscriber usually has: an address of version 4, and 64 bits of version 6,
  /// within which anyone can take as many addresses as they like.
  package init(subscriberOf address: IPAddress) {
    self.init(address, fixedBits: address.isVersion4 ? 128 : 64)
  }

  /// Whether an address is in it.
  package func contains(_ address: IPAddress) -> Bool { address.bits & mask == first }
}

extension AddressBlock: CustomStringConvertible {
  /// The block as `init` reads it.
  package var description: String {
    let address = IPAddress(bits: first)
    let fixedBits = mask.nonzeroBitCount - (address.isVersion4 ? 96 : 0)
    return fixedBits == (address.isVersion4 ? 32 : 128)
      ? "\(address)" : "\(address)/\(fixedBits)"
  }
}
