// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteStore

/// How a batch of quotes is taken in.
package struct AdmissionOptions: Sendable, Hashable {
  /// Whether quotes that were deleted before come back; those that were purged never do.
  package var restoresDeleted: Bool
  /// Whether it is only told what would happen.
  package var isDryRun: Bool
  /// Whether ids and times are taken over, as from an export.
  package var keepsIDs: Bool

  /// Declares how.
  package init(restoresDeleted: Bool, isDryRun: Bool, keepsIDs: Bool) {
    self.restoresDeleted = restoresDeleted
    self.isDryRun = isDryRun
    self.keepsIDs = keepsIDs
  }

  /// Adds what is new, with ids of its own, and leaves everything else as it is.
  package static let plain = Self(restoresDeleted: false, isDryRun: false, keepsIDs: false)
}

extension Catalogue {
  /// The quotes that one transaction takes in; larger imports go in batches of so many.
  package static let batchSize = 1_000

  /// Adds quotes in one transaction: after a crash all of the new ones are there, or none is.
  ///
  /// A quote that breaks a limit is rejected by itself. Returns what became of each, in the same
  /// order.
  package func importQuotes(
    _ quotes: [Quote], options: AdmissionOptions, by editor: Editor
  ) async throws(EditProblem) -> ImportQuotesResponse {
    guard quotes.count <= Self.batchSize else { throw .tooManyQuotes(quotes.count) }
    let items = ImportedItem.items(of: quotes, keepsIDs: options.keepsIDs)
    return try await edit(by: editor) { transaction throws(StoreError) in
      var response = ImportQuotesResponse()
      response.outcomes =
        options.isDryRun
        ? try transaction.rehearse { transaction throws(StoreError) in
          try transaction.take(items, options, by: editor)
        } : try transaction.take(items, options, by: editor)
      response.revision = try transaction.presentRevision()
      return .success(response)
    }
  }
}
