// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest
internal import Testing

@Suite("SHA-256")
struct SHA256Tests {
  /// Examples of FIPS 180-4 and of NIST's validation programme.
  static let vectors: [(message: String, digest: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test("gives the published digests", arguments: vectors)
  func published(message: String, digest: String) {
    #expect(hexadecimal(SHA256.digest(of: [Array(message.utf8)])) == digest)
  }

  @Test("doesn't mind where a message is cut", arguments: 0...56)
  func anyCut(at cut: Int) {
    let message = Array(Self.vectors[2].message.utf8)
    let parts = [Array(message[..<cut]), [], Array(message[cut...])]
    #expect(hexadecimal(SHA256.digest(of: parts)) == Self.vectors[2].digest)
  }

  @Test("starts afresh after each message")
  func manyMessages() {
    var hash = SHA256()
    for (message, digest) in Self.vectors + Self.vectors {
      let bytes = Array(message.utf8)
      hash.update(bytes.span)
      #expect(hexadecimal(hash.finish()) == digest)
    }
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
