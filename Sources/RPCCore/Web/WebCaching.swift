// SPDX-License-Identifier: Apache-2.0

/// How long caches may keep the answer to a call that was made by GET (RFC 9111).
package enum WebCaching: Sendable, Equatable {
  /// Not at all: another call gets another answer.
  case never
  /// As long as they like, but they ask each time whether it is still the same.
  case revalidate
  /// So many seconds without asking.
  case seconds(Int)
}
