// SPDX-License-Identifier: Apache-2.0

internal import RPCNet
internal import RPCTLS

/// TLS between a socket and what is spoken on it. A connection without TLS has none, and pays
/// nothing for it.
final class SecureLayer {
  let session: TLSSession
  private let socket: Socket

  init(_ session: TLSSession, on socket: Socket) {
    self.session = session
    self.socket = socket
  }

  /// Decrypts what the socket has brought and hands it on; says by itself what TLS needs, and
  /// answers how many bytes that gave the socket. Throws where the connection can't go on; the other
  /// side has been told why.
  @discardableResult
  func read(_ bytes: Span<UInt8>, _ take: (Span<UInt8>) -> Void) throws(TLSError) -> Int {
    var failure: TLSError?
    socket.loop.withOutput { plaintext in
      do throws(TLSError) { try session.receive(bytes, into: &plaintext) } catch { failure = error }
      if !plaintext.isEmpty { take(plaintext.span) }
    }
    let written = flush()
    if let failure { throw failure }
    return written
  }

  /// OpenSSL keeps as much memory as was ever encrypted at once.
  private static let pieceBytes = 64 << 10

  /// Encrypts and writes all of `bytes` and empties it, keeping its room. Answers how many bytes
  /// that gave the socket.
  @discardableResult
  func write(_ bytes: inout [UInt8]) -> Int {
    var written = 0
    var start = 0
    while start < bytes.count {
      let end = min(start + Self.pieceBytes, bytes.count)
      // A failure shows again where the connection is read.
      try? session.send(bytes.span.extracting(start..<end))
      written += flush()
      start = end
    }
    bytes.removeAll(keepingCapacity: true)
    return written
  }

  /// Says that nothing more is sent.
  func end() {
    session.end()
    flush()
  }

  /// Writes what TLS has to say. Answers how many bytes that were.
  @discardableResult
  func flush() -> Int {
    socket.loop.withOutput { ciphertext in
      try? session.takeOutput(into: &ciphertext)
      let count = ciphertext.count
      if count > 0 { socket.write(&ciphertext) }
      return count
    }
  }
}
