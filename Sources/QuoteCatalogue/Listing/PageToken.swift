// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// Where a page ended, so that the next can go on behind it.
///
/// As text it is base64url without padding of: version (1 byte), what it is a list of (1),
/// fingerprint of what was asked for (8), position of the last row (8), what else tells the place
/// in the list, and a checksum (8); numbers big-endian. It holds no secret, and any server of the
/// same store takes it.
struct PageToken: Equatable {
  /// What a list is made of, and in which order: a number that never changes its meaning.
  enum List: UInt8 {
    /// Quotes as they were added.
    case catalogue = 1
    /// Quotes by creator; the place is told by the creator's name too.
    case creator = 2
    /// Quotes, the last added first.
    case newest = 3
    /// Matches of a search, the best first; the place is told by the last matches before it.
    case matches = 16
    /// Creators by name, which tells the place.
    case creators = 17
    /// Tags by name, which tells the place.
    case tags = 18

    /// Whether it is one of quotes in an order of the catalogue.
    fileprivate var isOrder: Bool { rawValue < Self.matches.rawValue }
  }

  private static let version: UInt8 = 1
  private static let headBytes = 18
  private static let checksumBytes = 8
  private static let mostRestBytes = QuoteLimits.creatorBytes

  /// What it is a place in.
  let list: List
  /// The fingerprint of the list's filter, or of what else was asked for.
  let filter: UInt64
  /// The position of the page's last row, which may have been deleted since; 0 in
  /// other lists.
  let position: UInt64
  /// What else tells the place: a name in UTF-8, or matches.
  let rest: [UInt8]

  /// The token as it travels.
  var text: String {
    var bytes = [Self.version, list.rawValue]
    bytes += filter.bigEndianBytes
    bytes += position.bigEndianBytes
    bytes += rest
    bytes += Self.checksum(of: bytes[...]).bigEndianBytes
    return Base64URL.encode(bytes)
  }

  /// The name that the place is told by.
  var name: String { String(decoding: rest, as: UTF8.self) }

  init(_ list: List, filter: UInt64, position: UInt64, rest: [UInt8] = []) {
    self.list = list
    self.filter = filter
    self.position = position
    self.rest = rest
  }

  /// Reads a token, or throws what it doesn't fit; nil where there is none.
  init?(_ text: String, of list: List, filter: UInt64) throws(ListProblem) {
    guard !text.isEmpty else { return nil }
    let limit = Self.headBytes + Self.mostRestBytes + Self.checksumBytes
    guard text.utf8.count <= limit * 4 / 3 + 3, let bytes = Base64URL.decode(text),
      bytes.count >= Self.headBytes + Self.checksumBytes, bytes[0] == Self.version
    else { throw .invalidToken }
    let end = bytes.count - Self.checksumBytes
    guard UInt64(bigEndianBytes: bytes[end...]) == Self.checksum(of: bytes[..<end]) else {
      throw .invalidToken
    }
    guard bytes[1] == list.rawValue else {
      let isOrder = list.isOrder && List(rawValue: bytes[1])?.isOrder == true
      throw isOrder ? .tokenOfOtherOrder : .tokenOfOtherMethod
    }
    guard UInt64(bigEndianBytes: bytes[2..<10]) == filter else {
      throw list.isOrder ? .tokenOfOtherFilter : .tokenOfOtherQuery
    }
    let rest = bytes[Self.headBytes..<end]
    guard list == .matches || String(validating: rest, as: UTF8.self) != nil else {
      throw .invalidToken
    }
    self.init(
      list, filter: filter, position: UInt64(bigEndianBytes: bytes[10..<18]), rest: Array(rest))
  }

  private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash = StableHash()
    hash.combine("quotes.v1 page token".utf8)
    hash.combine(bytes)
    return hash.value
  }
}

extension UInt64 {
  /// Its eight bytes, the highest first.
  var bigEndianBytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: self >> UInt64(56 - 8 * $0)) }
  }

  /// The number that bytes say, the highest first.
  init(bigEndianBytes bytes: ArraySlice<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
