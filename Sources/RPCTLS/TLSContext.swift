// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// What the TLS connections of one server or client have in common: who it is, whom it trusts, and
/// what it offers. TLS 1.2 and 1.3 are spoken.
///
/// It doesn't change once it is made, and OpenSSL lets any number of threads use it.
@safe
package final class TLSContext: @unchecked Sendable {
  let raw: OpaquePointer
  let role: Role
  private let protocols: ProtocolList

  enum Role { case server, client }

  /// Creates a server's context.
  ///
  /// - Parameters:
  ///   - clients: Whose certificates a client must show; nil where it needs none.
  ///   - protocols: The application protocols (ALPN), the preferred one first. A client that offers
  ///     others only is refused (RFC 7301, section 3.2); one that offers none is taken.
  package convenience init(
    server identity: TLSIdentity, clients: TLSTrust?, protocols: [String]
  ) throws(TLSError) {
    try self.init(.server, protocols: protocols)
    unsafe COpenSSL_set_server_options(raw)
    try use(identity)
    unsafe SSL_CTX_set_alpn_select_cb(raw, selectProtocol, self.protocols.pointer)
    // Sessions are taken up again by who was told apart by the same certificates only.
    let scope = Array("quoted".utf8)
    unsafe SSL_CTX_set_session_id_context(raw, scope, UInt32(scope.count))
    guard let clients else { return }
    try trust(clients)
    unsafe SSL_CTX_set_verify(raw, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
  }

  /// Creates a client's context.
  ///
  /// - Parameters:
  ///   - identity: What it shows to a server that asks who it is.
  ///   - servers: Whose certificates a server must show.
  ///   - protocols: The application protocols that it offers (ALPN).
  package convenience init(
    client identity: TLSIdentity?, servers: TLSTrust, protocols: [String]
  ) throws(TLSError) {
    try self.init(.client, protocols: protocols)
    if let identity { try use(identity) }
    try trust(servers)
    unsafe SSL_CTX_set_verify(raw, SSL_VERIFY_PEER, nil)
    // It answers 0 where it succeeds.
    guard unsafe SSL_CTX_set_alpn_protos(raw, self.protocols.names, self.protocols.count) == 0
    else { throw .unavailable(OpenSSLErrors.take()) }
  }

  private init(_ role: Role, protocols: [String]) throws(TLSError) {
    let method = unsafe role == .server ? TLS_server_method() : TLS_client_method()
    guard let context = unsafe SSL_CTX_new(method) else {
      throw .unavailable(OpenSSLErrors.take())
    }
    unsafe raw = context
    self.role = role
    self.protocols = ProtocolList(protocols)
    unsafe COpenSSL_release_idle_buffers(raw)
    guard unsafe COpenSSL_set_min_version(raw, TLS1_2_VERSION) == 1 else {
      throw .unavailable(OpenSSLErrors.take())
    }
  }

  deinit { unsafe SSL_CTX_free(raw) }

  /// How long its own certificate still holds, in seconds, negative where it does no more; nil where
  /// there is none.
  package var certificateSecondsLeft: Int? {
    guard let certificate = unsafe SSL_CTX_get0_certificate(raw) else { return nil }
    var days: Int32 = 0
    var seconds: Int32 = 0
    let end = unsafe X509_get0_notAfter(certificate)
    guard unsafe ASN1_TIME_diff(&days, &seconds, nil, end) == 1 else { return nil }
    return Int(days) * 86_400 + Int(seconds)
  }

  private func use(_ identity: TLSIdentity) throws(TLSError) {
    var isFirst = true
    let count = try PEM.forEachCertificate(in: identity.certificates) {
      (certificate) throws(TLSError) in
      let isTaken =
        unsafe isFirst
        ? SSL_CTX_use_certificate(raw, certificate.raw)
        : COpenSSL_add_chain_certificate(raw, certificate.raw)
      isFirst = false
      guard isTaken == 1 else { throw .certificateRefused(OpenSSLErrors.take()) }
    }
    guard count > 0 else { throw .noCertificate }
    let key = try PrivateKey(pem: identity.privateKey)
    guard unsafe SSL_CTX_use_PrivateKey(raw, key.raw) == 1,
      unsafe SSL_CTX_check_private_key(raw) == 1
    else {
      ERR_clear_error()
      throw .keyOfAnotherCertificate
    }
  }

  private func trust(_ trust: TLSTrust) throws(TLSError) {
    switch trust {
    case .system:
      guard unsafe SSL_CTX_set_default_verify_paths(raw) == 1 else {
        throw .unavailable(OpenSSLErrors.take())
      }
    case .authorities(let text):
      let store = unsafe SSL_CTX_get_cert_store(raw)
      let count = try PEM.forEachCertificate(in: text) { (certificate) throws(TLSError) in
        guard unsafe X509_STORE_add_cert(store, certificate.raw) == 1 else {
          throw .authorityRefused(OpenSSLErrors.take())
        }
        if role == .server { unsafe SSL_CTX_add_client_CA(raw, certificate.raw) }
      }
      guard count > 0 else { throw .noAuthority }
    }
  }
}

/// Protocol names as ALPN has them, each behind its length, in memory that stays where it is.
@safe
private final class ProtocolList {
  /// The length of all names, in the first byte, and the names.
  let pointer: UnsafeMutablePointer<UInt8>

  init(_ protocols: [String]) {
    let names = protocols.flatMap { [UInt8(clamping: $0.utf8.count)] + Array($0.utf8) }
    unsafe pointer = .allocate(capacity: names.count + 1)
    unsafe pointer.initialize(to: UInt8(clamping: names.count))
    for (index, byte) in names.enumerated() {
      unsafe (pointer + 1 + index).initialize(to: byte)
    }
  }

  deinit { unsafe pointer.deallocate() }

  var count: UInt32 { unsafe UInt32(pointer.pointee) }
  var names: UnsafeMutablePointer<UInt8> { unsafe pointer + 1 }
}

/// Chooses the first of our protocols that the client offers.
private func selectProtocol(
  _ connection: OpaquePointer?, _ selected: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ selectedCount: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?,
  _ offeredCount: UInt32, _ list: UnsafeMutableRawPointer?
) -> Int32 {
  guard let selected = unsafe selected, let list = unsafe list else {
    return SSL_TLSEXT_ERR_ALERT_FATAL
  }
  let ours = unsafe list.assumingMemoryBound(to: UInt8.self)
  var found: UnsafeMutablePointer<UInt8>?
  let outcome = unsafe SSL_select_next_proto(
    &found, selectedCount, ours + 1, UInt32(ours.pointee), offered, offeredCount)
  guard outcome == OPENSSL_NPN_NEGOTIATED else { return SSL_TLSEXT_ERR_ALERT_FATAL }
  unsafe selected.pointee = UnsafePointer(found)
  return SSL_TLSEXT_ERR_OK
}
