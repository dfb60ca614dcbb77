// SPDX-License-Identifier: Apache-2.0

internal import CNghttp2

/// What a server asks of a request's headers (RFC 9113, section 8.2 and 8.3).
///
/// nghttp2 could check them too, but refuses requests without `:authority`, which gRPC tolerates.
struct HeaderRules: Sendable {
  /// Whether a rule was broken that makes the request malformed.
  private(set) var isBroken = false
  /// Whether `:authority` or `host` came more than once.
  private(set) var hasManyAuthorities = false
  private var seen: UInt32 = 0
  private var regularBegan = false

  /// Looks at one header; what is usual need not be looked at closely.
  mutating func check(
    _ known: HeaderName, _ isUsual: Bool, _ name: UnsafeBufferPointer<UInt8>,
    _ value: UnsafeBufferPointer<UInt8>
  ) {
    let bit = Self.bit(known)
    if !isUsual, unsafe !Self.isValue(value) { isBroken = true }
    switch known {
    case .method, .scheme, .path:
      if regularBegan || seen & bit != 0 || value.count == 0 { isBroken = true }
    case .authority:
      if regularBegan { isBroken = true }
      if seen & bit != 0 { hasManyAuthorities = true }
    case .status:
      isBroken = true
    case .host:
      regularBegan = true
      if seen & bit != 0 { hasManyAuthorities = true }
    case .te:
      regularBegan = true
      if !isUsual { isBroken = true }
    case .custom, .grpcReserved:
      regularBegan = true
      if unsafe !Self.isName(name) || Self.isConnectionName(name) { isBroken = true }
    default:
      regularBegan = true
    }
    seen |= bit
  }

  /// Whether the block may begin a request.
  var beginsRequest: Bool { !isBroken && seen & Self.required == Self.required }

  /// Whether the block may end one, as trailers: it has no pseudo-headers.
  var endsRequest: Bool { !isBroken && seen & (Self.required | Self.bit(.authority)) == 0 }

  private static var required: UInt32 { bit(.method) | bit(.scheme) | bit(.path) }

  private static func bit(_ name: HeaderName) -> UInt32 { 1 << UInt32(name.rawValue) }

  /// Lowercase token characters (RFC 9110, section 5.6.2), as one bit each.
  private static func isName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = name.baseAddress, name.count > 0 else { return false }
    for index in 0..<name.count {
      let byte = unsafe start[index]
      let mask: UInt64 = byte < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C000_0000
      guard byte < 128, mask &>> UInt64(byte & 63) & 1 == 1 else { return false }
    }
    return true
  }

  /// No control characters but tabs: looks at eight bytes at a time.
  private static func isValue(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = unsafe UnsafeRawPointer(value.baseAddress) else { return true }
    guard value.count >= 8 else { return unsafe isValue(start, value.count) }
    // The last eight overlap with those before them, so that none is left over.
    let last = value.count - 8
    var index = 0
    while index < last {
      guard unsafe areValue(start + index) else { return false }
      index += 8
    }
    return unsafe areValue(start + last)
  }

  /// The same of eight bytes.
  private static func areValue(_ start: UnsafeRawPointer) -> Bool {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let word = unsafe start.loadUnaligned(as: UInt64.self)
    let low = (word &- ones &* 0x20) & ~word & tops
    let delete = word ^ (ones &* 0x7F)
    if low | ((delete &- ones) & ~delete & tops) == 0 { return true }
    return unsafe isValue(start, 8)
  }

  private static func isValue(_ start: UnsafeRawPointer, _ count: Int) -> Bool {
    for index in 0..<count {
      let byte = unsafe start.load(fromByteOffset: index, as: UInt8.self)
      guard byte >= 0x20 && byte != 0x7F || byte == 0x09 else { return false }
    }
    return true
  }

  /// Names that speak of an HTTP/1 connection (RFC 9113, section 8.2.2).
  private static func isConnectionName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    switch name.count {
    case 7: unsafe name.reads("upgrade")
    case 10: unsafe name.reads("connection") || name.reads("keep-alive")
    case 16: unsafe name.reads("proxy-connection")
    case 17: unsafe name.reads("transfer-encoding")
    default: false
    }
  }
}
