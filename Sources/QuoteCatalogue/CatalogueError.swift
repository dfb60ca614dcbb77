// SPDX-License-Identifier: Apache-2.0

package import QuoteStarter
package import QuoteStore
package import QuoteSystem

/// Why a catalogue can't be opened or written.
package enum CatalogueError: Error, Equatable, CustomStringConvertible {
  /// The data directory can't be made, or another process serves it.
  case system(SystemError)
  /// The store failed.
  case store(StoreError)
  /// The starter catalogue that is built in can't be read.
  case starter(StarterError)
  /// A starter quote breaks a limit.
  case starterQuote(QuoteProblem, text: String)

  /// A sentence for a person.
  package var description: String {
    switch self {
    case .system(let error): error.description
    case .store(let error): error.description
    case .starter(let error): error.description
    case .starterQuote(let problem, let text): "the starter quote \"\(text)\": \(problem)"
    }
  }
}
