// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteText

/// Reads a fortune file, entry by entry.
///
/// Entries end at a line that is exactly `%`; blanks after it, CRLF, a missing last line feed,
/// a byte order mark and empty entries are accepted. An index file (`.dat`) is never looked at, as
/// two dialects of it exist. Colour codes, bells and overprinted characters become plain text.
///
/// Of an entry, the attribution becomes creator and source, quotation marks around all of the text
/// go, line breaks stay. Letters are turned by thirteen places where the file's name ends in `-o`
/// or the file is in a folder `off`; such quotes are rated mature.
package struct FortuneReader: Sequence, IteratorProtocol {
  private let file: String
  private let bytes: [UInt8]
  private let encoding: TextEncoding
  private let language: String
  private let place: FortuneFile
  private var waiting: [ImportItem] = []
  private var line = 1

  /// How many bytes have been read.
  package private(set) var offset = 0

  /// Begins to read.
  /// - Parameters:
  ///   - file: The path, for reports and for what the name tells.
  ///   - encoding: Of the whole file.
  ///   - language: Of all quotes (BCP 47); empty = that of the folder, else of the script where a
  ///     script has one language.
  package init(file: String, bytes: [UInt8], encoding: TextEncoding, language: String) {
    self.file = file
    self.bytes = bytes
    self.encoding = encoding
    place = FortuneFile(path: file)
    self.language = language.isEmpty ? place.language : language
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// The next quote or problem, or nil at the end.
  package mutating func next() -> ImportItem? {
    while waiting.isEmpty, offset < bytes.count { readEntry() }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  private mutating func readEntry() {
    let start = offset
    var end = offset
    var first = line
    var isBlank = true
    while offset < bytes.count {
      let lineEnd = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
      let content = bytes[offset..<lineEnd]
      offset = Swift.min(lineEnd + 1, bytes.count)
      line += 1
      if Self.isSeparator(content) { break }
      end = lineEnd
      if content.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
        if isBlank { first += 1 }
      } else {
        isBlank = false
      }
    }
    if !isBlank { take(bytes[start..<end], at: first) }
  }

  /// Whether a line is `%` and nothing but blanks.
  private static func isSeparator(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == 0x25 && line.dropFirst().allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>, at line: Int) {
    guard let decoded = encoding.decode(bytes) else {
      let advice =
        encoding == .utf8
        ? "give the file's encoding, latin1 or cp1252" : "the file is in another encoding"
      waiting.append(
        problem(at: line, "The text is not \(encoding.rawValue): \(advice).", .rejection))
      return
    }
    let turned = place.isRotated ? FortuneFile.rotate(decoded) : decoded
    let plain = TerminalText.plain(turned)
    var lines = Self.withoutBlankEnds(
      plain.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline))

    var quote = Quote()
    switch FortuneAttribution.take(from: &lines) {
    case .text: break
    case .several:
      waiting.append(
        problem(
          at: line, "The entry has several attributions: it is taken as one text by nobody.",
          .warning))
    case .attributed(let attribution):
      quote.creator = Tidying.tidy(attribution.creator)
      quote.source = Tidying.tidy(attribution.source)
      if !quote.creator.isEmpty {
        quote.attribution = attribution.isMisattributed ? .misattributed : .attributed
      }
    }
    quote.text = Self.text(lines)
    quote.language = language.isEmpty ? FortuneFile.language(ofScript: quote.text) : language
    if place.isRotated { quote.rating = .mature }
    if decoded.unicodeScalars.contains("\u{FFFD}") {
      waiting.append(
        problem(
          at: line, "The text has U+FFFD, which stands for characters that were lost before.",
          .warning))
    }
    waiting.append(.record(ImportRecord(quote: quote, line: line)))
  }

  private static func withoutBlankEnds(_ lines: [Substring]) -> [Substring] {
    let end = lines.lastIndex { !$0.trimmed.isEmpty }.map { $0 + 1 } ?? 0
    return Array(lines[..<end].drop { $0.trimmed.isEmpty })
  }

  private static func text(_ lines: [Substring]) -> String {
    let text = Tidying.tidy(TerminalText.expandingTabs(lines.joined(separator: "\n")))
    guard let first = text.first, let last = text.last, text.count > 2, marks[first] == last else {
      return text
    }
    let inside = text.dropFirst().dropLast()
    let isOnePair = !inside.contains { $0 == first || $0 == last }
    return isOnePair ? Tidying.tidy(String(inside)) : text
  }

  /// Quotation marks that a text may stand in.
  private static let marks: [Character: Character] = [
    "\"": "\"", "“": "”", "„": "“", "«": "»", "»": "«", "「": "」",
  ]

  private func problem(
    at line: Int, _ reason: String, _ severity: ImportProblem.Severity
  ) -> ImportItem {
    .problem(ImportProblem(file: file, line: line, reason: reason, severity: severity))
  }
}
