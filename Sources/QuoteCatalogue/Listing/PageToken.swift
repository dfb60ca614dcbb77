// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// Where a page ended, so that the next can go on behind it.
///
/// As text it is base64url without padding of: version (1 byte), order (1), fingerprint of the
/// filter (8), position of the last row (8), in the order CREATOR that row's creator, and a
/// checksum (8); numbers big-endian. It holds no secret, and any server of the same store takes it.
struct PageToken: Equatable {
  private static let version: UInt8 = 1
  private static let headBytes = 18
  private static let checksumBytes = 8

  /// The list's order, never `unspecified`.
  let order: QuoteOrder
  /// The fingerprint of the list's filter.
  let filter: UInt64
  /// The position of the page's last row, which may have been deleted since.
  let position: UInt64
  /// The creator of that row, in the order CREATOR only.
  let creator: String

  /// The token as it travels.
  var text: String {
    var bytes = [Self.version, UInt8(truncatingIfNeeded: order.rawValue)]
    bytes += Self.bigEndian(filter)
    bytes += Self.bigEndian(position)
    bytes += creator.utf8
    bytes += Self.bigEndian(Self.checksum(of: bytes[...]))
    return Base64URL.encode(bytes)
  }

  init(order: QuoteOrder, filter: UInt64, position: UInt64, creator: String) {
    self.order = order
    self.filter = filter
    self.position = position
    self.creator = creator
  }

  /// Reads a token, or throws what it doesn't fit.
  init(_ text: String, order: QuoteOrder, filter: UInt64) throws(ListProblem) {
    let limit = Self.headBytes + QuoteLimits.creatorBytes + Self.checksumBytes
    guard text.utf8.count <= limit * 4 / 3 + 3, let bytes = Base64URL.decode(text),
      bytes.count >= Self.headBytes + Self.checksumBytes, bytes[0] == Self.version
    else { throw .invalidToken }
    let end = bytes.count - Self.checksumBytes
    guard Self.number(bytes[end...]) == Self.checksum(of: bytes[..<end]) else {
      throw .invalidToken
    }
    guard Int32(bytes[1]) == order.rawValue else { throw .tokenOfOtherOrder }
    guard Self.number(bytes[2..<10]) == filter else { throw .tokenOfOtherFilter }
    guard let creator = String(validating: bytes[Self.headBytes..<end], as: UTF8.self) else {
      throw .invalidToken
    }
    self.init(
      order: order, filter: filter, position: Self.number(bytes[10..<18]), creator: creator)
  }

  private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash = StableHash()
    hash.combine("quotes.v1 page token".utf8)
    hash.combine(bytes)
    return hash.value
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
