// SPDX-License-Identifier: Apache-2.0

internal import QuoteStore

extension Catalogue {
  /// The whole catalogue as it is now, with the quotes that were deleted where they are asked for;
  /// those are read on the writer's thread.
  package func export(includingDeleted: Bool) async throws(EditProblem) -> CatalogueExport {
    guard includingDeleted else { return CatalogueExport(of: snapshots.latest, deleted: []) }
    do throws(StoreError) {
      return try await read { (store, snapshot) throws(StoreError) in
        CatalogueExport(of: snapshot, deleted: try store.deletedQuotes())
      }
    } catch {
      throw .store(error)
    }
  }
}
