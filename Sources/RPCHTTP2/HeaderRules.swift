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

  /// Looks at one header.
  mutating func check(
    _ known: HeaderName, _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) {
    if unsafe !Self.isValue(value) { isBroken = true }
    let bit: UInt32 = 1 << UInt32(known.rawValue)
    switch known {
    case .method, .scheme, .path:
      if regularBegan || seen & bit != 0 || value.isEmpty { isBroken = true }
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
      if unsafe !value.reads("trailers") { isBroken = true }
    case .custom:
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

  private static let required = bit(.method) | bit(.scheme) | bit(.path)

  private static func bit(_ name: HeaderName) -> UInt32 { 1 << UInt32(name.rawValue) }

  /// Lowercase token characters (RFC 9110, section 5.6.2), as one bit each.
  private static func isName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !name.isEmpty else { return false }
    for index in name.indices {
      let byte = unsafe name[index]
      let mask: UInt64 = byte < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C000_0000
      guard byte < 128, mask >> UInt64(byte & 63) & 1 == 1 else { return false }
    }
    return true
  }

  private static func isValue(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in value.indices {
      let byte = unsafe value[index]
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
