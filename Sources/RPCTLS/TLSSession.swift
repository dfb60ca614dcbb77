// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL
internal import RPCCore

/// One connection's TLS: the network's bytes in, the application's bytes out, and the other way
/// round; no socket. Used on one thread.
@safe
package final class TLSSession {
  private let raw: OpaquePointer
  /// What has come from the network, and what is to go there.
  private let input: OpaquePointer
  private let output: OpaquePointer
  private let context: TLSContext
  /// What the application sent before the handshake was done.
  private var held: [UInt8] = []
  private var hasFailed = false
  /// The key updates that the other side has made, and what it has sent in all.
  private var keyUpdates = 0
  private var receivedBytes = 0

  /// Whether the handshake is done.
  package private(set) var isEstablished = false
  /// Whether the other side has said that it sends no more.
  package private(set) var inputEnded = false
  /// The application protocol that both sides agreed on (ALPN); nil where none was offered, or
  /// before the handshake is done.
  package private(set) var applicationProtocol: String?

  /// Creates the server's side of a connection.
  package init(server context: TLSContext) throws(TLSError) {
    precondition(context.role == .server)
    (unsafe raw, unsafe input, unsafe output) = try unsafe Self.make(context)
    self.context = context
    unsafe SSL_set_accept_state(raw)
    watchKeyUpdates()
  }

  /// Creates the client's side of a connection to a host: its certificate has to name the host, an
  /// address in digits or a DNS name. The handshake begins with the first `takeOutput`.
  package init(client context: TLSContext, host: String) throws(TLSError) {
    precondition(context.role == .client)
    (unsafe raw, unsafe input, unsafe output) = try unsafe Self.make(context)
    self.context = context
    unsafe SSL_set_connect_state(raw)
    guard unsafe X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(raw), host) != 1 else { return }
    ERR_clear_error()
    guard !host.isEmpty, unsafe SSL_set1_host(raw, host) == 1,
      unsafe COpenSSL_set_server_name(raw, host) == 1
    else {
      ERR_clear_error()
      throw .badName(host)
    }
  }

  deinit { unsafe SSL_free(raw) }

  private static func make(
    _ context: TLSContext
  ) throws(TLSError) -> (OpaquePointer, OpaquePointer, OpaquePointer) {
    guard let raw = unsafe SSL_new(context.raw) else { throw .unavailable(OpenSSLErrors.take()) }
    guard let input = unsafe BIO_new(BIO_s_mem()), let output = unsafe BIO_new(BIO_s_mem()) else {
      unsafe SSL_free(raw)
      throw .unavailable("there is no memory")
    }
    // The connection owns both from here.
    unsafe SSL_set_bio(raw, input, output)
    return unsafe (raw, input, output)
  }

  /// Takes bytes from the network, and appends the application's to `plaintext`. Throws where the
  /// connection can't go on; `takeOutput` then has what is left to say to the other side.
  ///
  /// What comes after the other side's end, or after a failure, is thrown away.
  package func receive(_ bytes: Span<UInt8>, into plaintext: inout [UInt8]) throws(TLSError) {
    var start = 0
    while start < bytes.count, !inputEnded, !hasFailed {
      let end = min(start + Self.recordBytes, bytes.count)
      try receive(piece: bytes.extracting(start..<end), into: &plaintext)
      start = end
    }
  }

  private func receive(piece: Span<UInt8>, into plaintext: inout [UInt8]) throws(TLSError) {
    let taken = unsafe piece.withUnsafeBytes { bytes in
      unsafe BIO_write(input, bytes.baseAddress, Int32(clamping: bytes.count))
    }
    guard Int(taken) == piece.count else { throw .unavailable("there is no memory") }
    receivedBytes += piece.count
    try shakeHands()
    guard isEstablished else { return }
    while try readRecord(into: &plaintext) {}
    guard keyUpdates <= Self.keyUpdates + receivedBytes >> 20 else {
      hasFailed = true
      throw .failed("the other side changes its keys again and again")
    }
  }

  /// The key updates that the other side may make, and one for each MiB: each costs us as much as
  /// many calls.
  private static let keyUpdates = 128

  /// Counts the other side's key updates (RFC 8446, section 4.6.3).
  private func watchKeyUpdates() {
    unsafe SSL_set_msg_callback(raw) { isOurs, _, kind, bytes, count, _, session in
      guard isOurs == 0, kind == SSL3_RT_HANDSHAKE, count > 0, let bytes = unsafe bytes,
        unsafe bytes.load(as: UInt8.self) == UInt8(SSL3_MT_KEY_UPDATE),
        let session = unsafe session
      else { return }
      unsafe Unmanaged<TLSSession>.fromOpaque(session)._withUnsafeGuaranteedRef {
        $0.keyUpdates += 1
      }
    }
    unsafe SSL_ctrl(
      raw, SSL_CTRL_SET_MSG_CALLBACK_ARG, 0, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Encrypts the application's bytes; `takeOutput` has them then. Before the handshake is done they
  /// are held until it is.
  package func send(_ plaintext: Span<UInt8>) throws(TLSError) {
    guard isEstablished else { return held.append(copying: plaintext) }
    guard !plaintext.isEmpty else { return }
    let written = unsafe plaintext.withUnsafeBytes { bytes in
      unsafe SSL_write(raw, bytes.baseAddress, Int32(clamping: bytes.count))
    }
    guard Int(written) == plaintext.count else { throw failure(Int32(written)) }
  }

  /// Appends what is to go to the network.
  package func takeOutput(into bytes: inout [UInt8]) throws(TLSError) {
    try shakeHands()
    let count = unsafe BIO_ctrl_pending(output)
    guard count > 0 else { return }
    bytes.append(addingCapacity: count) { free in
      unsafe free.withUnsafeMutableBufferPointer { free, written in
        let place = unsafe free.baseAddress.map { unsafe $0 + written }
        written += unsafe Int(max(0, BIO_read(output, place, Int32(clamping: count))))
      }
    }
  }

  /// Tells the other side that nothing more is sent (close_notify).
  package func end() {
    guard isEstablished else { return }
    unsafe SSL_shutdown(raw)
    ERR_clear_error()
  }

  /// Bytes from the network that wait for the rest of their record.
  package var incompleteBytes: Int { unsafe BIO_ctrl_pending(input) }

  /// Who the other side is: the common name of its certificate; nil where it showed none.
  package var peerName: String? {
    guard let certificate = unsafe SSL_get0_peer_certificate(raw),
      let name = unsafe X509_get_subject_name(certificate)
    else { return nil }
    let index = unsafe X509_NAME_get_index_by_NID(name, NID_commonName, -1)
    guard index >= 0, let entry = unsafe X509_NAME_get_entry(name, index),
      let value = unsafe X509_NAME_ENTRY_get_data(entry)
    else { return nil }
    var text: UnsafeMutablePointer<UInt8>?
    let count = unsafe ASN1_STRING_to_UTF8(&text, value)
    guard count >= 0, let text = unsafe text else { return nil }
    defer { unsafe CRYPTO_free(text, nil, 0) }
    return unsafe String(
      decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
  }
}

extension TLSSession {
  private func shakeHands() throws(TLSError) {
    guard !isEstablished, !hasFailed else { return }
    let outcome = unsafe SSL_do_handshake(raw)
    guard outcome == 1 else {
      if unsafe SSL_get_error(raw, outcome) == SSL_ERROR_WANT_READ { return }
      throw failure(outcome)
    }
    isEstablished = true
    applicationProtocol = selectedProtocol
    let first = held
    held = []
    try send(first.span)
  }

  private var selectedProtocol: String? {
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    unsafe SSL_get0_alpn_selected(raw, &name, &count)
    guard let name = unsafe name else { return nil }
    return unsafe String(
      decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
  }

  /// The largest record's content (RFC 8446, section 5.1).
  private static let recordBytes = 16 << 10

  /// Appends the content of one record. False where there is none yet, or where it was the last.
  private func readRecord(into plaintext: inout [UInt8]) throws(TLSError) -> Bool {
    var outcome: Int32 = 0
    plaintext.append(addingCapacity: Self.recordBytes) { free in
      unsafe free.withUnsafeMutableBufferPointer { free, written in
        let place = unsafe free.baseAddress.map { unsafe $0 + written }
        outcome = unsafe SSL_read(raw, place, Int32(Self.recordBytes))
        written += Int(max(0, outcome))
      }
    }
    guard outcome <= 0 else { return true }
    switch unsafe SSL_get_error(raw, outcome) {
    case SSL_ERROR_WANT_READ: return false
    case SSL_ERROR_ZERO_RETURN:
      inputEnded = true
      return false
    default: throw failure(outcome)
    }
  }

  private func failure(_ outcome: Int32) -> TLSError {
    hasFailed = true
    defer { ERR_clear_error() }
    let verdict = unsafe Int32(clamping: SSL_get_verify_result(raw))
    if verdict != X509_V_OK, OpenSSLErrors.reason == SSL_R_CERTIFICATE_VERIFY_FAILED {
      return .peerNotTrusted(unsafe String(cString: X509_verify_cert_error_string(Int(verdict))))
    }
    switch OpenSSLErrors.reason {
    case SSL_R_NO_APPLICATION_PROTOCOL, SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL:
      return .noCommonProtocol
    case SSL_R_WRONG_VERSION_NUMBER:
      return .failed("the other side speaks no TLS, or a version of it that is too old")
    default: return .failed(OpenSSLErrors.take())
    }
  }
}
