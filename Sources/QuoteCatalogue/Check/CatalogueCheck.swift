// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// Looks at every quote of a snapshot for what is worth a person's look.
///
/// It works in steps of a few milliseconds, so that who runs it can do something else in between.
package struct CatalogueCheck {
  private enum Step {
    case segment(Int)
    case groups([[QuoteRow]], from: Int)
    case end
  }

  /// The quotes that are looked at.
  package var quoteCount: Int { snapshot.count }
  /// The revision that is looked at.
  package var revision: UInt64 { snapshot.revision }

  private let snapshot: CatalogueSnapshot
  private var resemblances = Resemblances()
  private var step = Step.segment(0)

  /// Begins with the first quote.
  package init(_ snapshot: CatalogueSnapshot) { self.snapshot = snapshot }

  /// The next flaws, none perhaps, or nil at the end: first those that a quote shows by itself, in
  /// catalogue order, then those that concern two quotes.
  package mutating func next() -> [Flaw]? {
    switch step {
    case .segment(let index) where index < snapshot.rows.segments.count:
      step = .segment(index + 1)
      return examine(segment: index)
    case .segment:
      let noted = resemblances
      resemblances = Resemblances()
      let spellings = noted.spellings(
        named: snapshot.rows.creators.name, id: { snapshot.quote(at: $0).id })
      step = .groups(noted.candidates(), from: 0)
      return spellings
    case .groups(let groups, let start) where start < groups.count:
      step = .groups(groups, from: start + Self.groupsAStep)
      return groups[start...].prefix(Self.groupsAStep).flatMap { group in
        Resemblances.flaws(of: group.map { snapshot.quote(at: $0) })
      }
    case .groups, .end:
      step = .end
      return nil
    }
  }

  private static let groupsAStep = 200

  private mutating func examine(segment index: Int) -> [Flaw] {
    let rows = snapshot.rows.segments[index].rows
    var flaws: [Flaw] = []
    for row in 0..<rows.count {
      let place = QuoteRow(segment: index, row: row)
      let quote = snapshot.quote(at: place)
      flaws += QuoteExamination.flaws(of: quote)
      resemblances.note(quote, creator: rows.creators[row], at: place)
    }
    return flaws
  }
}
