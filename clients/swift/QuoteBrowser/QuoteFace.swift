// SPDX-License-Identifier: Apache-2.0

/// The two faces of a quote browser, by the names that Messages gives its apps' presentations.
public enum QuoteFace: String, Sendable, Hashable, CaseIterable {
  /// The quote of the day, where there is little room: `MSMessagesAppPresentationStyle.compact`.
  case compact
  /// A table of all quotes: `MSMessagesAppPresentationStyle.expanded`.
  case expanded
}
