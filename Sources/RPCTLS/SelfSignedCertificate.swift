// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// A certificate that vouches for itself, for trying TLS out: who is to trust it must be given it.
package enum SelfSignedCertificate {
  /// Makes a certificate for host names and addresses, and its key on the curve P-256.
  ///
  /// - Parameters:
  ///   - names: What it is good for: DNS names and addresses in digits; at least one.
  ///   - days: How long it holds from now.
  package static func make(for names: [String], days: Int) throws(TLSError) -> TLSIdentity {
    guard let raw = unsafe COpenSSL_make_key() else { throw .unavailable(OpenSSLErrors.take()) }
    let key = unsafe PrivateKey(owning: raw)
    let certificate = try Self.certificate(for: names, days: days, key)
    guard unsafe X509_sign(certificate.raw, key.raw, EVP_sha256()) > 0 else {
      throw .unavailable(OpenSSLErrors.take())
    }
    return TLSIdentity(
      certificates: try unsafe PEM.write { unsafe PEM_write_bio_X509($0, certificate.raw) },
      privateKey: try unsafe PEM.write {
        unsafe PEM_write_bio_PrivateKey($0, key.raw, nil, nil, 0, nil, nil)
      })
  }

  /// Clocks of machines may differ by so much.
  private static let earlierSeconds = -3_600
  private static let daySeconds = 86_400

  private static func certificate(
    for names: [String], days: Int, _ key: borrowing PrivateKey
  ) throws(TLSError) -> Certificate {
    guard let first = names.first else { throw .badName("") }
    guard let raw = unsafe X509_new() else { throw .unavailable(OpenSSLErrors.take()) }
    let certificate = unsafe Certificate(owning: raw)
    // The number 2 means version 3.
    unsafe X509_set_version(raw, 2)
    try setSerialNumber(of: certificate)
    unsafe X509_gmtime_adj(X509_getm_notBefore(raw), earlierSeconds)
    unsafe X509_gmtime_adj(X509_getm_notAfter(raw), days * daySeconds)
    guard unsafe X509_set_pubkey(raw, key.raw) == 1 else {
      throw .unavailable(OpenSSLErrors.take())
    }
    let subject = unsafe X509_get_subject_name(raw)
    // A common name has 64 characters at most; the alternative names are what counts.
    let commonName = Array(first.utf8.prefix(64))
    unsafe X509_NAME_add_entry_by_txt(
      subject, "CN", MBSTRING_UTF8, commonName, Int32(commonName.count), -1, 0)
    unsafe X509_set_issuer_name(raw, subject)
    let alternatives = try names.map { (name) throws(TLSError) in try alternative(name) }
    try add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0", to: certificate)
    try add(NID_key_usage, "critical,digitalSignature,keyCertSign", to: certificate)
    try add(NID_ext_key_usage, "serverAuth,clientAuth", to: certificate)
    try add(NID_subject_alt_name, alternatives.joined(separator: ","), to: certificate)
    return certificate
  }

  private static func setSerialNumber(of certificate: borrowing Certificate) throws(TLSError) {
    var random = SystemRandomNumberGenerator()
    // Positive, and never zero (RFC 5280, section 4.1.2.2).
    let number = random.next() >> 1 | 1
    guard unsafe ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.raw), number) == 1
    else { throw .unavailable(OpenSSLErrors.take()) }
  }

  /// A name as OpenSSL's configuration has it.
  private static func alternative(_ name: String) throws(TLSError) -> String {
    if let address = unsafe a2i_IPADDRESS(name) {
      unsafe ASN1_OCTET_STRING_free(address)
      return "IP:\(name)"
    }
    ERR_clear_error()
    let isName =
      !name.isEmpty && name.utf8.count <= 253
      && name.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-.*_".utf8.contains(byte)
      }
    guard isName else { throw .badName(name) }
    return "DNS:\(name)"
  }

  private static func add(
    _ kind: Int32, _ value: String, to certificate: borrowing Certificate
  ) throws(TLSError) {
    guard let part = unsafe X509V3_EXT_conf_nid(nil, nil, kind, value) else {
      throw .unavailable(OpenSSLErrors.take())
    }
    defer { unsafe X509_EXTENSION_free(part) }
    guard unsafe X509_add_ext(certificate.raw, part, -1) == 1 else {
      throw .unavailable(OpenSSLErrors.take())
    }
  }
}
