// SPDX-License-Identifier: Apache-2.0

/// The proxies that are believed when they say for whom they call.
package struct TrustedProxies: Sendable {
  private let blocks: [AddressBlock]
  private let trustsUnixSockets: Bool

  /// Trusts the proxies in some blocks of addresses.
  ///
  /// - Parameter trustsUnixSockets: Whether who comes by a Unix socket is one of them.
  package init(_ blocks: [AddressBlock], trustsUnixSockets: Bool) {
    self.blocks = blocks
    self.trustsUnixSockets = trustsUnixSockets
  }

  /// Trusts nobody.
  package static let none = TrustedProxies([], trustsUnixSockets: false)

  /// Whether nobody is trusted.
  package var isEmpty: Bool { blocks.isEmpty && !trustsUnixSockets }

  /// The address that a call comes from: the peer's own, unless the peer is trusted and names
  /// another in `x-forwarded-for`.
  ///
  /// Each proxy adds whom it was called by at the end, so the list is read from there, and the first
  /// address that isn't a trusted proxy's is the caller's. What stands before it anyone may have
  /// written. An entry that is no address ends the search, and the proxy that told of it counts.
  package func caller(peer: String, forwardedFor values: [[UInt8]]) -> String {
    guard !values.isEmpty, trusts(peer: peer) else { return peer }
    let entries = values.flatMap { value in
      value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    }
    var caller = peer
    for entry in entries.reversed() {
      guard let address = Self.address(in: entry) else { break }
      caller = address.description
      guard contains(address) else { break }
    }
    return caller
  }

  private func trusts(peer: String) -> Bool {
    IPAddress(peer).map(contains) ?? trustsUnixSockets
  }

  private func contains(_ address: IPAddress) -> Bool {
    blocks.contains { $0.contains(address) }
  }

  /// The address of an entry: alone, or with a port as some proxies add it.
  private static func address(in entry: ArraySlice<UInt8>) -> IPAddress? {
    var text = String(decoding: entry, as: UTF8.self)[...]
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    if text.first == "[", let end = text.lastIndex(of: "]") {
      return IPAddress(text[text.index(after: text.startIndex)..<end])
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return IPAddress(parts.count == 2 ? parts[0] : text)
  }
}
