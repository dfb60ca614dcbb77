// SPDX-License-Identifier: Apache-2.0

extension File {
  /// Larger than any chain of certificates.
  private static let mostPEMBytes = 1 << 20

  /// Reads a file of certificates or keys in PEM form, of 1 MiB at most; what it holds is for TLS to
  /// find out.
  package static func readPEM(_ path: String) throws(SystemError) -> [UInt8] {
    try read(path, limit: mostPEMBytes)
  }
}
