// SPDX-License-Identifier: Apache-2.0

/// Asks to remove the starter quotes.
package struct RemoveStarterQuotesRequest: Sendable, Hashable {
  /// Creates the request.
  package init() {}
}

/// They were removed.
package struct RemoveStarterQuotesResponse: Sendable, Hashable {
  /// How many were removed now.
  package var removedCount: Int32 = 0
  /// The revision of this write; the current one where nothing was removed.
  package var revision: UInt64 = 0

  /// Creates an empty response.
  package init() {}
}
