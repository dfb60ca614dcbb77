// SPDX-License-Identifier: Apache-2.0

/// Why bytes can't be inflated.
package enum GzipError: Error, Equatable {
  /// They are not gzip's (RFC 1952), or end too early; zlib's words.
  case corrupt(String)
  /// They inflate to more than the limit, in bytes.
  case tooLarge(limitBytes: Int)
}
