// SPDX-License-Identifier: Apache-2.0

internal import RPCTLS
internal import Testing

@Suite("A TLS context")
struct TLSContextTests {
  @Test("says what is wrong with what it is made of")
  func refusals() throws {
    let one = try SelfSignedCertificate.make(for: ["one.test"], days: 1)
    let other = try SelfSignedCertificate.make(for: ["other.test"], days: 1)
    let rubbish = Array("rubbish".utf8)
    let table: [(certificates: [UInt8], key: [UInt8], error: TLSError)] = [
      ([], one.privateKey, .noCertificate),
      (rubbish, one.privateKey, .noCertificate),
      (one.certificates, [], .noPrivateKey),
      (one.certificates, rubbish, .noPrivateKey),
      (one.certificates, one.certificates, .noPrivateKey),
      (one.certificates, other.privateKey, .keyOfAnotherCertificate),
    ]
    for (certificates, key, error) in table {
      let identity = TLSIdentity(certificates: certificates, privateKey: key)
      #expect(throws: error) { try TLSContext(server: identity, clients: nil, protocols: ["h2"]) }
    }
    #expect(throws: TLSError.noAuthority) {
      try TLSContext(client: nil, servers: .authorities(rubbish), protocols: ["h2"])
    }
  }

  @Test("takes a certificate and its key from one text")
  func oneFile() throws {
    let identity = try SelfSignedCertificate.make(for: ["one.test"], days: 1)
    let both = identity.privateKey + identity.certificates
    let together = TLSIdentity(certificates: both, privateKey: both)
    _ = try TLSContext(server: together, clients: nil, protocols: ["h2"])
  }

  @Test("does not ask for a pass phrase, but says that a key needs one")
  func passPhrase() throws {
    let identity = try SelfSignedCertificate.make(for: ["one.test"], days: 1)
    let encrypted = Array(
      """
      -----BEGIN ENCRYPTED PRIVATE KEY-----
      MFcwUTBDBgkqhkiG9w0BBQ0wNjAVBgkqhkiG9w0BBQwwCAQBAAIDAQABMB0GCWCG
      -----END ENCRYPTED PRIVATE KEY-----
      """.utf8)
    let locked = TLSIdentity(certificates: identity.certificates, privateKey: encrypted)
    #expect(throws: TLSError.noPrivateKey) {
      try TLSContext(server: locked, clients: nil, protocols: ["h2"])
    }
  }

  @Test("has no certificate made for what is no name", arguments: ["", "a b", "x,DNS:evil.test"])
  func badNames(name: String) {
    #expect(throws: TLSError.badName(name)) {
      try SelfSignedCertificate.make(for: [name], days: 1)
    }
  }
}
