// SPDX-License-Identifier: Apache-2.0

internal import QuoteStore

extension Catalogue {
  /// The whole catalogue as it is now, with the quotes that were deleted where they are asked for;
  /// those are read on the writer's thread.
  package func export(includingDeleted: Bool) async throws(EditProblem) -> CatalogueExport {
    guard includingDeleted else { return CatalogueExport(of: snapshots.latest, deleted: []) }
    return try await writer.export()
  }
}

extension CatalogueWriter {
  /// The snapshot and what the store holds as deleted: on this thread both are of one revision.
  func export() throws(EditProblem) -> CatalogueExport {
    do throws(StoreError) {
      return CatalogueExport(of: snapshots.latest, deleted: try store.deletedQuotes())
    } catch {
      throw .store(error)
    }
  }
}
