// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// A quote as an entry of a fortune file.
enum FortuneEntry {
  /// The text, who said it on a line of its own, and the line that ends the entry.
  static func text(of quote: Quote) -> String {
    let lines = quote.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      // A line of nothing but % would end the entry.
      line.utf8.first == 0x25 && line.utf8.dropFirst().allSatisfy { $0 == 0x20 }
        ? " \(line)" : String(line)
    }
    let credit = [quote.creator, quote.source].filter { !$0.isEmpty }.joined(separator: ", ")
    return lines.joined(separator: "\n") + (credit.isEmpty ? "\n" : "\n\t\t-- \(credit)\n") + "%\n"
  }
}
