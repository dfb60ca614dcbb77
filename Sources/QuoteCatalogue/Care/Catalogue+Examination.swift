// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

extension Catalogue {
  /// How a snapshot of the catalogue and its calendars are.
  package func examine(_ snapshot: CatalogueSnapshot) async -> [Finding] {
    [
      Finding("revision", .good, "\(snapshot.revision)"),
      Examination.quotes(count: snapshot.count, mature: snapshot.count - snapshot.generalCount),
    ]
  }
}
