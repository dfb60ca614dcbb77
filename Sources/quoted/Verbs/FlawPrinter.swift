// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel

/// Turns flaws into text for a person or a program.
struct FlawPrinter {
  /// The forms there are.
  enum Format: String, CaseIterable {
    case table
    case jsonl

    /// Their names.
    static let names = allCases.map(\.rawValue)
  }

  /// How many were printed.
  var count: Int { counts.values.reduce(0, +) }

  private let format: Format
  private var counts: [FlawKind: Int] = [:]

  /// Creates a printer of a form by its name.
  init(_ name: String) { format = Format(rawValue: name) ?? .table }

  /// Some flaws, a line each.
  mutating func text(of flaws: [Flaw]) -> String {
    flaws.map { flaw in
      counts[flaw.kind, default: 0] += 1
      return line(flaw) + "\n"
    }.joined()
  }

  /// How many there are of each kind; nothing for programs, who can count.
  func summary(quoteCount: Int) -> String {
    guard format == .table else { return "" }
    let kinds = counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
      .map { "  \($0.value) × \($0.key.word)\n" }
    let found = count == 0 ? "nothing found" : "\(count) found"
    return "\(quoteCount) quotes looked at, \(found)\n" + kinds.joined()
  }

  private func line(_ flaw: Flaw) -> String {
    switch format {
    case .table:
      let kind = flaw.kind.word
      let padding = String(repeating: " ", count: max(1, Self.kindWidth - kind.count))
      let other = flaw.otherQuoteID.isEmpty ? "" : " [\(flaw.otherQuoteID)]"
      return "\(flaw.quoteID)  \(kind)\(padding)\(flaw.message)\(other)"
    case .jsonl: return flaw.jsonLine
    }
  }

  private static let kindWidth = (FlawKind.contractWords.map(\.count).max() ?? 0) + 2
}

extension FlawKind {
  /// The kind as a person types it: `near-duplicate`.
  var word: String {
    contractName?.dropFirst(Self.contractPrefix.count).lowercased().replacing("_", with: "-")
      ?? "\(rawValue)"
  }

  /// All kinds as a person types them.
  static let contractWords = contractNames.map { $0.lowercased().replacing("_", with: "-") }

  /// What each kind is, as help tells it.
  static let explanations: [(word: String, meaning: String)] = Array(
    zip(
      contractWords,
      [
        "The same words are there, but for case, accents and punctuation.",
        "It names no source and no link to one.",
        "It holds characters that hardly belong in a quote: lost or misread ones, odd spaces.",
        "A word mixes scripts whose letters look alike, so that no search finds it.",
        "The same words are there by another creator.",
        "The creator's name is written in another way elsewhere.",
        "It names no creator.",
        "Most letters are of a script that its language isn't written in.",
      ]))
}
