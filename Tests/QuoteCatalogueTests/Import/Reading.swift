// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel

/// What a reader of an import file gave.
struct Reading {
  /// The quotes.
  var quotes: [Quote] = []
  /// The lines they begin on.
  var lines: [Int] = []
  /// What was reported, as it is printed.
  var problems: [String] = []

  /// Reads a file to its end.
  init(
    _ bytes: [UInt8], _ format: ImportFormat?, file: String = "quotes",
    change: (inout ReadingOptions) -> Void = { _ in }
  ) {
    var options = ReadingOptions()
    options.format = format
    change(&options)
    for item in ImportReader(file: file, bytes: bytes, options: options) {
      switch item {
      case .record(let record):
        quotes.append(record.quote)
        lines.append(record.line)
      case .problem(let problem): problems.append("\(problem)")
      }
    }
  }

  /// Reads a text to its end.
  init(_ text: String, _ format: ImportFormat?, change: (inout ReadingOptions) -> Void = { _ in }) {
    self.init(Array(text.utf8), format, change: change)
  }
}

extension ExportFormat {
  /// The file that some quotes become.
  func file(of quotes: [Quote]) -> [UInt8] {
    var writer = QuoteWriter(self)
    var bytes: [UInt8] = []
    writer.appendOpening(to: &bytes)
    for quote in quotes { writer.append(quote, to: &bytes) }
    writer.appendClosing(to: &bytes)
    return bytes
  }

  /// Those that lose nothing.
  static let lossless: [ExportFormat] = [.json, .jsonl, .csv]
}
