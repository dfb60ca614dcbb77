// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// Turns responses into text in one of the formats.
package struct Printer: Sendable {
  let format: OutputFormat
  let style: Style

  /// Creates a printer.
  ///
  /// - Parameter style: Only the format `table` looks at it.
  package init(_ format: OutputFormat, style: Style) {
    self.format = format
    self.style = style
  }

  /// The quote of a day.
  package func daily(_ response: DailyQuoteResponse) -> String {
    switch format {
    case .table: Reading(style: style).daily(response.printable)
    case .json: JSON.object(ContractFields.daily, of: response).lines() + "\n"
    case .jsonl: JSON.object(ContractFields.daily, of: response).line + "\n"
    case .csv: CSV.header(ContractFields.daily) + CSV.row(ContractFields.daily, of: response)
    case .plain: (response.quote ?? Quote()).plainText
    }
  }

  /// Quotes that were asked for one by one.
  package func quotes(_ quotes: [Quote]) -> String {
    switch format {
    case .table: Reading(style: style).details(quotes.map(\.printable))
    case .json:
      JSON.object([
        .init("quotes", .array(quotes.map { .object(ContractFields.quote, of: $0) }))
      ]).lines() + "\n"
    case .jsonl, .csv, .plain: list.opening + list.page(quotes, isFirst: true)
    }
  }

  /// A message made of a quote.
  package func message(_ message: Message) -> String {
    var response = ComposeMessageResponse()
    response.message = message
    return switch format {
    case .table: Reading(style: style).message(message.printable)
    case .json: JSON.object(ContractFields.composed, of: response).lines() + "\n"
    case .jsonl: JSON.object(ContractFields.composed, of: response).line + "\n"
    case .csv:
      CSV.header(ContractFields.composed) + CSV.row(ContractFields.composed, of: response)
    case .plain:
      (message.parts.isEmpty ? [message.text] : message.parts)
        .map { $0.printable + "\n" }.joined(separator: "\n")
    }
  }

  /// A list that comes page by page.
  package var list: ListPrinter { ListPrinter(format, style: style) }
}

/// Turns a list into text as its pages come, so that none of them has to be kept.
package struct ListPrinter: Sendable {
  private let format: OutputFormat
  private let table: QuoteTable

  init(_ format: OutputFormat, style: Style) {
    self.format = format
    table = QuoteTable(style: style)
  }

  /// What stands before the first quote.
  package var opening: String {
    switch format {
    case .json: "{\n  \"quotes\": ["
    case .csv: CSV.header(ContractFields.quote)
    case .table, .jsonl, .plain: ""
    }
  }

  /// Some of the quotes.
  ///
  /// - Parameter isFirst: Whether none came before.
  package func page(_ quotes: [Quote], isFirst: Bool) -> String {
    switch format {
    case .table:
      (isFirst && !quotes.isEmpty ? table.header : "") + table.rows(quotes.map(\.printable))
    case .json:
      quotes.enumerated().map { index, quote in
        (isFirst && index == 0 ? "\n    " : ",\n    ")
          + JSON.object(ContractFields.quote, of: quote).lines(level: 2)
      }.joined()
    case .jsonl:
      quotes.map { JSON.object(ContractFields.quote, of: $0).line + "\n" }.joined()
    case .csv: quotes.map { CSV.row(ContractFields.quote, of: $0) }.joined()
    case .plain:
      quotes.enumerated().map { index, quote in
        (isFirst && index == 0 ? "" : "\n") + quote.plainText
      }.joined()
    }
  }

  /// What stands after the last quote, of which so many were shown.
  package func closing(count: Int, _ end: ListEnd) -> String {
    switch format {
    case .table:
      count == 0
        ? "No quote matches.\n"
        : "\n\(end.shown(count))"
          + (end.nextPageToken.isEmpty
            ? ".\n" : "; go on with --page-token \(end.nextPageToken.printableLine)\n")
    case .json: (count == 0 ? "]" : "\n  ]") + closingFields(end)
    case .jsonl, .csv, .plain: ""
    }
  }

  private func closingFields(_ end: ListEnd) -> String {
    let members = [
      JSON.Member("nextPageToken", .string(end.nextPageToken)),
      end.totalSize.map { JSON.Member("totalSize", .number($0)) },
      JSON.Member("revision", .string(String(end.revision))),
    ]
    // The object was opened before the quotes: what follows its own brace goes on from there.
    return "," + JSON.object(members.compactMap(\.self)).lines().dropFirst() + "\n"
  }
}

/// What a list says behind its last quote.
package struct ListEnd: Sendable, Hashable {
  /// What to ask the next page with; empty = there is none.
  let nextPageToken: String
  /// How many quotes there are on all pages; nil where nobody counts them.
  let totalSize: Int32?
  /// The revision that the last page was read at.
  let revision: UInt64

  /// Declares the end of a list.
  package init(nextPageToken: String, totalSize: Int32?, revision: UInt64) {
    self.nextPageToken = nextPageToken
    self.totalSize = totalSize
    self.revision = revision
  }

  /// How many were shown, in words.
  fileprivate func shown(_ count: Int) -> String {
    totalSize.map { "\(count) of \($0) quotes" } ?? "\(count) \(count == 1 ? "quote" : "quotes")"
  }
}

extension Quote {
  /// The words, then a line of who said them.
  var plainText: String {
    let quote = printable
    return "\(quote.text)\n— \(quote.citation)\n"
  }
}
