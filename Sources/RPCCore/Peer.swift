// SPDX-License-Identifier: Apache-2.0

/// Who is at the other end of a connection, as far as the network tells.
package struct Peer: Sendable, Hashable {
  /// The address in digits, without port and brackets; `unix` for a Unix socket.
  package let address: String
  /// Whether what is sent to it never leaves this machine: a loopback address or a Unix socket.
  package let isLoopback: Bool
  /// Whether it came over a Unix socket, whose file's mode decides who may.
  package let isUnixSocket: Bool

  /// Whether what is sent to it is encrypted.
  package private(set) var isSecure = false
  /// The common name of the certificate that it has shown and that is trusted; nil where it has
  /// shown none.
  package private(set) var certificateName: String?

  /// Creates a peer whose connection is not encrypted.
  package init(address: String, isLoopback: Bool, isUnixSocket: Bool) {
    self.address = address
    self.isLoopback = isLoopback
    self.isUnixSocket = isUnixSocket
  }

  /// The same peer over TLS.
  package func secured(certificateName: String?) -> Peer {
    var peer = self
    peer.isSecure = true
    peer.certificateName = certificateName
    return peer
  }

  /// Calls that this process makes of itself, without a connection.
  package static let thisProcess = Peer(
    address: "this process", isLoopback: true, isUnixSocket: false)
}
