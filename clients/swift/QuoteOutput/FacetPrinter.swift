// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteText

extension Printer {
  /// Creators and their numbers of quotes, page by page.
  package var creators: FacetPrinter { FacetPrinter(self, member: "creators", noun: "creator") }

  /// Tags and their numbers of quotes, page by page.
  package var tags: FacetPrinter { FacetPrinter(self, member: "tags", noun: "tag") }
}

/// Turns names and their counts into text as their pages come.
package struct FacetPrinter: Sendable {
  private let format: OutputFormat
  private let style: Style
  /// The name of the list in JSON.
  private let member: String
  /// What one of them is called.
  private let noun: String

  fileprivate init(_ printer: Printer, member: String, noun: String) {
    format = printer.format
    style = printer.style
    self.member = member
    self.noun = noun
  }

  /// What stands before the first name.
  package var opening: String {
    switch format {
    case .json: "{\n  \"\(member)\": ["
    case .csv: CSV.header(ContractFields.facet)
    case .table, .jsonl, .plain: ""
    }
  }

  /// Some of the names.
  ///
  /// - Parameter isFirst: Whether none came before.
  package func page(_ facets: [Facet], isFirst: Bool) -> String {
    switch format {
    case .table:
      (isFirst && !facets.isEmpty ? style.faint("QUOTES  \(noun.uppercased())") + "\n" : "")
        + facets.map(row).joined()
    case .json:
      facets.enumerated().map { index, facet in
        (isFirst && index == 0 ? "\n    " : ",\n    ")
          + JSON.object(ContractFields.facet, of: facet).lines(level: 2)
      }.joined()
    case .jsonl: facets.map { JSON.object(ContractFields.facet, of: $0).line + "\n" }.joined()
    case .csv: facets.map { CSV.row(ContractFields.facet, of: $0) }.joined()
    case .plain: facets.map { $0.name.printableLine + "\n" }.joined()
    }
  }

  /// What stands after the last name, of which so many were shown.
  package func closing(count: Int, nextPageToken: String) -> String {
    switch format {
    case .table:
      count == 0
        ? "No \(noun) matches.\n"
        : "\n\(count) \(noun)\(count == 1 ? "" : "s")"
          + (nextPageToken.isEmpty
            ? ".\n" : "; go on with --page-token \(nextPageToken.printableLine)\n")
    case .json:
      (count == 0 ? "]" : "\n  ]") + ","
        + JSON.object([.init("nextPageToken", .string(nextPageToken))]).lines().dropFirst() + "\n"
    case .jsonl, .csv, .plain: ""
    }
  }

  private func row(_ facet: Facet) -> String {
    let count = String(facet.count)
    // Numbers stand under each other, to the right.
    let blanks = String(repeating: " ", count: max(0, 6 - count.utf8.count))
    let lines = Wrapping.lines(of: facet.name.printableLine, width: max(10, style.width - 8))
    return lines.enumerated().map { index, line in
      (index == 0 ? blanks + count + "  " : "        ") + line + "\n"
    }.joined()
  }
}
