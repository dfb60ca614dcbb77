// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteStarter

/// What a catalogue starts with when its store is made; it has no effect on one that is there.
package struct Founding: Sendable {
  /// The tag of the quotes that are built into the program.
  package static let starterTag = StarterFile.tag

  /// The quotes that it holds from the beginning.
  package let quotes: [Quote]
  /// The IANA zone of the default calendar.
  package let timeZone: String
  /// What makes the order of the default calendar its own.
  package let seed: UInt64

  /// Declares what a catalogue starts with.
  package init(quotes: [Quote], timeZone: String, seed: UInt64) {
    self.quotes = quotes
    self.timeZone = timeZone
    self.seed = seed
  }

  /// A catalogue that starts with the quotes built into the program.
  package static func starter(timeZone: String, seed: UInt64) throws(CatalogueError) -> Self {
    do {
      return Self(quotes: try StarterCatalogue.quotes(), timeZone: timeZone, seed: seed)
    } catch {
      throw .starter(error)
    }
  }
}
