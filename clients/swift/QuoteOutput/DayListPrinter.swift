// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteText

/// Turns the days of an archive into text as they come, so that none of them has to be kept.
package struct DayListPrinter: Sendable {
  private let format: OutputFormat
  private let style: Style

  init(_ format: OutputFormat, style: Style) {
    self.format = format
    self.style = style
  }

  /// What stands before the first day.
  package var opening: String {
    switch format {
    case .json: "{\n  \"days\": ["
    case .csv: CSV.header(ContractFields.daily)
    case .table, .jsonl, .plain: ""
    }
  }

  /// A day.
  ///
  /// - Parameter isFirst: Whether none came before.
  package func day(_ day: DailyQuoteResponse, isFirst: Bool) -> String {
    switch format {
    case .table: row(day.printable)
    case .json:
      (isFirst ? "\n    " : ",\n    ")
        + JSON.object(ContractFields.daily, of: day).lines(level: 2)
    case .jsonl: JSON.object(ContractFields.daily, of: day).line + "\n"
    case .csv: CSV.row(ContractFields.daily, of: day)
    case .plain: (isFirst ? "" : "\n") + day.printable.date + "\n" + plain(day)
    }
  }

  /// What stands after the last day.
  ///
  /// - Parameter count: How many were shown.
  package func closing(count: Int) -> String {
    switch format {
    case .table: count == 0 ? "No date is fixed.\n" : ""
    case .json: (count == 0 ? "]" : "\n  ]") + "\n}\n"
    case .jsonl, .csv, .plain: ""
    }
  }

  /// The date, what is special about it, and the words, which go on below themselves.
  private func row(_ day: DailyQuoteResponse) -> String {
    let indent = 12
    let quote = day.quote ?? Quote()
    let words = isWithdrawn(day) ? "(withdrawn)" : "\(quote.text) — \(quote.citation)"
    let lines = Wrapping.lines(of: words + mark(of: day), width: max(10, style.width - indent))
    return lines.enumerated().map { index, line in
      let label = index == 0 ? style.faint(day.date.padded(to: indent)) : "".padded(to: indent)
      return label + line + "\n"
    }.joined()
  }

  private func mark(of day: DailyQuoteResponse) -> String {
    var marks: [String] = []
    switch day.reason {
    case .pinned: marks.append("chosen by an editor")
    case .replaced: marks.append("replaced by an editor")
    default: break
    }
    if day.certainty == .expected { marks.append("may still change") }
    return marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
  }

  private func plain(_ day: DailyQuoteResponse) -> String {
    isWithdrawn(day) ? "(withdrawn)\n" : (day.quote ?? Quote()).plainText
  }

  private func isWithdrawn(_ day: DailyQuoteResponse) -> Bool {
    day.reason == .withdrawn || (day.quote?.text ?? "").isEmpty
  }
}

extension Printer {
  /// The days of an archive, which come one by one.
  package var days: DayListPrinter { DayListPrinter(format, style: style) }
}
