// SPDX-License-Identifier: Apache-2.0

/// Asks for the whole catalogue.
public struct ExportQuotesRequest: Sendable, Hashable {
  /// Whether quotes that were deleted come along.
  public var includeDeleted = false

  /// Creates the request for what is in the catalogue now.
  public init() {}
}

/// A part of the catalogue.
public struct ExportQuotesResponse: Sendable, Hashable {
  /// In catalogue order.
  public var quotes: [Quote] = []
  /// All the quotes of the export, the same in every part.
  public var totalSize: Int32 = 0
  /// The revision of the whole export, the same in every part.
  public var revision: UInt64 = 0

  /// Creates an empty part.
  public init() {}
}
