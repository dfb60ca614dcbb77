// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// The hash function SHA-256 (FIPS 180-4): 32 bytes that stand for any number of bytes.
///
/// One value hashes many messages, one after the other: setting it up costs more than hashing a
/// short text.
@safe package struct SHA256: ~Copyable {
  /// The length of a digest in bytes.
  package static let digestBytes = 32

  private let context: OpaquePointer

  /// Sets the function up.
  ///
  /// That it fails means that memory is gone or that the machine's OpenSSL lacks SHA-256; nothing
  /// here can run without it, so both end the process.
  package init() {
    guard let context = unsafe EVP_MD_CTX_new() else {
      preconditionFailure("There is no memory for a hash.")
    }
    unsafe self.context = context
    guard unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      preconditionFailure("This machine's OpenSSL has no SHA-256.")
    }
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Takes the next part of the message.
  package mutating func update(_ part: Span<UInt8>) {
    let isTaken = unsafe part.withUnsafeBytes { bytes in
      unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
    }
    precondition(isTaken, "OpenSSL refused to go on with a hash.")
  }

  /// Ends the message, returns its digest and begins the next message.
  package mutating func finish() -> [UInt8] {
    let digest = [UInt8](capacity: Self.digestBytes) { output in
      unsafe output.withUnsafeMutableBufferPointer { free, count in
        var written: UInt32 = 0
        if unsafe EVP_DigestFinal_ex(context, free.baseAddress, &written) == 1 {
          count = Int(written)
        }
      }
    }
    precondition(digest.count == Self.digestBytes, "OpenSSL did not finish a hash.")
    // Without a name of the function the context keeps the one it has.
    precondition(unsafe EVP_DigestInit_ex(context, nil, nil) == 1, "OpenSSL lost its hash.")
    return digest
  }

  /// The digest of one message that lies in parts.
  package static func digest(of parts: [[UInt8]]) -> [UInt8] {
    var hash = SHA256()
    for part in parts { hash.update(part.span) }
    return hash.finish()
  }
}
