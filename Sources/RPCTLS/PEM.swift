// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// A certificate, freed when its owner lets it go.
@safe
struct Certificate: ~Copyable {
  let raw: OpaquePointer

  init(owning raw: OpaquePointer) { unsafe self.raw = raw }

  deinit { unsafe X509_free(raw) }
}

/// A private key, freed when its owner lets it go.
@safe
struct PrivateKey: ~Copyable {
  let raw: OpaquePointer

  init(owning raw: OpaquePointer) { unsafe self.raw = raw }

  /// Reads the first key of a PEM text. One that needs a pass phrase is refused.
  init(pem: [UInt8]) throws(TLSError) {
    let key = unsafe PEM.read(pem) { text in
      unsafe PEM_read_bio_PrivateKey(text, nil, { _, _, _, _ in -1 }, nil)
    }
    ERR_clear_error()
    guard let key = unsafe key else { throw .noPrivateKey }
    unsafe raw = key
  }

  deinit { unsafe EVP_PKEY_free(raw) }
}

/// The text form of certificates and keys (RFC 7468).
enum PEM {
  /// Hands each certificate of a text to `take`, in order; returns how many there were.
  static func forEachCertificate(
    in text: [UInt8], _ take: (borrowing Certificate) throws(TLSError) -> Void
  ) throws(TLSError) -> Int {
    var failure: TLSError?
    let count = unsafe read(text) { text in
      var count = 0
      while let raw = unsafe PEM_read_bio_X509(text, nil, nil, nil) {
        let certificate = unsafe Certificate(owning: raw)
        count += 1
        guard failure == nil else { continue }
        do throws(TLSError) { try take(certificate) } catch { failure = error }
      }
      return count
    }
    // The end of the text is an error to OpenSSL.
    ERR_clear_error()
    if let failure { throw failure }
    return count
  }

  /// Lets OpenSSL read a text.
  static func read<Result>(_ text: [UInt8], _ body: (OpaquePointer?) -> Result) -> Result {
    unsafe text.withUnsafeBytes { bytes in
      let source = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count))
      defer { unsafe BIO_free(source) }
      return unsafe body(source)
    }
  }

  /// What OpenSSL writes.
  static func write(_ body: (OpaquePointer?) -> Int32) throws(TLSError) -> [UInt8] {
    let target = unsafe BIO_new(BIO_s_mem())
    defer { unsafe BIO_free(target) }
    guard unsafe body(target) == 1 else { throw .unavailable(OpenSSLErrors.take()) }
    let count = unsafe BIO_ctrl_pending(target)
    return [UInt8](capacity: count) { output in
      unsafe output.withUnsafeMutableBufferPointer { free, written in
        written = unsafe Int(max(0, BIO_read(target, free.baseAddress, Int32(clamping: count))))
      }
    }
  }
}
