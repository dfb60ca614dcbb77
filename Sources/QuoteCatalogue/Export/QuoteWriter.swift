// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// Writes quotes in one of the formats, one after another; nothing of them is kept.
package struct QuoteWriter: Sendable {
  private let format: ExportFormat
  private var isFirst = true

  /// Creates a writer.
  package init(_ format: ExportFormat) { self.format = format }

  /// Appends what stands before the first quote.
  package func appendOpening(to output: inout [UInt8]) {
    switch format {
    case .json: output += "[".utf8
    case .csv: output += QuoteRecord.csvHeader.utf8
    case .jsonl, .fortune: break
    }
  }

  /// Appends a quote.
  package mutating func append(_ quote: Quote, to output: inout [UInt8]) {
    switch format {
    case .json:
      output += (isFirst ? "\n" : ",\n").utf8
      QuoteRecord(quote).appendJSON(to: &output)
    case .jsonl:
      QuoteRecord(quote).appendJSON(to: &output)
      output.append(0x0A)
    case .csv: QuoteRecord(quote).appendCSV(to: &output)
    case .fortune:
      guard quote.deleteTime == nil else { return }
      output += FortuneEntry.text(of: quote).utf8
    }
    isFirst = false
  }

  /// Appends what stands after the last quote.
  package func appendClosing(to output: inout [UInt8]) {
    if format == .json { output += (isFirst ? "]\n" : "\n]\n").utf8 }
  }
}
