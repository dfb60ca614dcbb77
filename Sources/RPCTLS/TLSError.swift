// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// Why TLS could not be set up, or a connection of it can't go on.
package enum TLSError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text holds no certificate that can be read.
  case noCertificate
  /// The text holds no private key that can be read without a pass phrase.
  case noPrivateKey
  /// The private key belongs to another certificate.
  case keyOfAnotherCertificate
  /// The certificate is not taken, for OpenSSL's reason.
  case certificateRefused(String)
  /// The text that is to say whom to trust holds no certificate that can be read.
  case noAuthority
  /// A certificate that is to say whom to trust is not taken, for OpenSSL's reason.
  case authorityRefused(String)
  /// The other side's certificate is not trusted, for the reason given.
  case peerNotTrusted(String)
  /// Both sides have no application protocol (ALPN) in common.
  case noCommonProtocol
  /// The other side ended the handshake or the connection by an alert, or broke TLS's rules.
  case failed(String)
  /// The text is no host name or address that a certificate could name.
  case badName(String)
  /// There is no memory, or this machine's OpenSSL lacks what is needed.
  case unavailable(String)

  /// What is wrong, in words.
  package var description: String {
    switch self {
    case .noCertificate: "there is no certificate in PEM form in it"
    case .noPrivateKey: "there is no private key in PEM form in it that needs no pass phrase"
    case .keyOfAnotherCertificate: "the private key belongs to another certificate"
    case .certificateRefused(let reason): "the certificate can't be used: \(reason)"
    case .noAuthority: "there is no certificate in PEM form that says whom to trust"
    case .authorityRefused(let reason): "a certificate to trust can't be used: \(reason)"
    case .peerNotTrusted(let reason): "its certificate is not trusted: \(reason)"
    case .noCommonProtocol: "it speaks none of the protocols that were offered (ALPN)"
    case .failed(let reason): reason
    case .badName(let name): "\"\(name)\" is no host name and no address"
    case .unavailable(let reason): "OpenSSL can't do it: \(reason)"
    }
  }
}

/// What OpenSSL says of the last failure on this thread.
enum OpenSSLErrors {
  /// Takes the oldest failure that is not read yet, in words, and forgets all.
  static func take() -> String {
    let error = ERR_get_error()
    ERR_clear_error()
    guard error != 0 else { return "the connection broke off" }
    guard let reason = unsafe ERR_reason_error_string(error) else { return "error \(error)" }
    return unsafe String(cString: reason)
  }

  /// The number of the oldest failure's reason, which stays.
  static var reason: Int32 { COpenSSL_error_reason(ERR_peek_error()) }
}
