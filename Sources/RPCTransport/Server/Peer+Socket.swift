// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

extension Peer {
  /// Reads an address as a socket tells it: `HOST:PORT`, `[IPV6]:PORT` or `unix`. What is none of
  /// these is kept as it is, and is neither on this machine nor a Unix socket.
  package init(address text: String) {
    guard text != "unix" else {
      self.init(address: text, isLoopback: true, isUnixSocket: true)
      return
    }
    var host = text[..<(text.lastIndex(of: ":") ?? text.endIndex)]
    if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
    // An IPv4 client of a socket for both families (RFC 4291, section 2.5.5.2).
    if host.hasPrefix("::ffff:"), host.contains(".") { host = host.dropFirst(7) }
    let isLoopback = host == "::1" || host.hasPrefix("127.")
    self.init(address: String(host), isLoopback: isLoopback, isUnixSocket: false)
  }
}
