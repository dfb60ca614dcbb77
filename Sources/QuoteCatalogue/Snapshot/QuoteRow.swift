// SPDX-License-Identifier: Apache-2.0

/// Where a quote lies in one snapshot. It means nothing in another.
package struct QuoteRow: Hashable, Sendable {
  let segment: Int
  let row: Int
}
