// SPDX-License-Identifier: Apache-2.0

/// Asks for a copy of the store.
package struct BackupRequest: Sendable, Hashable {
  /// An absolute path on the server's machine, at which there is nothing yet.
  package var path = ""

  /// Creates an empty request.
  package init() {}
}

/// The copy that was made.
package struct BackupResponse: Sendable, Hashable {
  /// Its size in bytes.
  package var sizeBytes: UInt64 = 0
  /// How many quotes are in it.
  package var quoteCount: Int64 = 0
  /// The revision that it holds.
  package var revision: UInt64 = 0

  /// Creates an empty response.
  package init() {}
}
