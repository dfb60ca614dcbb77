// SPDX-License-Identifier: Apache-2.0

/// Who one side of a connection is: a certificate and its private key.
package struct TLSIdentity: Sendable, Equatable {
  /// The certificate in PEM form, followed by those that lead from it to a root.
  package let certificates: [UInt8]
  /// The private key in PEM form, without a pass phrase.
  package let privateKey: [UInt8]

  /// Brings both together; a context finds out whether they fit.
  package init(certificates: [UInt8], privateKey: [UInt8]) {
    self.certificates = certificates
    self.privateKey = privateKey
  }
}

/// Whose certificates one side of a connection trusts.
package enum TLSTrust: Sendable, Equatable {
  /// Those that the machine trusts.
  case system
  /// Those that were signed by certificates of this PEM text, and no others.
  case authorities([UInt8])
}
