// SPDX-License-Identifier: Apache-2.0

/// The four bytes with which both sides of the delimited protocol begin: 0x89, which no text and no
/// other protocol begins with, `QD`, and the version.
package enum DelimitedPreface {
  /// The preface of version 1.
  package static let bytes: [UInt8] = [0x89, UInt8(ascii: "Q"), UInt8(ascii: "D"), 1]
}
