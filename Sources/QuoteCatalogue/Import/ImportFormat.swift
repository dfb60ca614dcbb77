// SPDX-License-Identifier: Apache-2.0

internal import QuoteText

/// The forms that quotes are imported from.
package enum ImportFormat: String, CaseIterable, Sendable {
  /// Texts parted by lines with nothing but `%`, as fortune(6) has them.
  case fortune
  /// One JSON array, or an object around it.
  case json
  /// One JSON object a line.
  case jsonl
  /// Comma-separated values (RFC 4180) whose first line names the columns.
  case csv

  /// The format of a file: told by the end of its name where that names one, else by how it begins.
  package init(file: String, bytes: [UInt8]) {
    let name = file.split(separator: "/").last ?? ""
    let ending = name.split(separator: ".").dropFirst().last?.lowercased() ?? ""
    self = Self.endings[ending] ?? Self.format(of: bytes)
  }

  private static let endings: [String: ImportFormat] = [
    "json": .json, "jsonl": .jsonl, "ndjson": .jsonl, "csv": .csv, "tsv": .csv, "tab": .csv,
    "fortune": .fortune,
  ]

  /// What a file begins with: a fortune may begin with a bracket, too, but not with one and a brace.
  private static func format(of bytes: [UInt8]) -> ImportFormat {
    var start = bytes.prefix(4096)
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
    let marks = start.lazy.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(2)
    switch String(decoding: Array(marks), as: UTF8.self) {
    case "{\"", "{}": return .jsonl
    case "[{", "[]": return .json
    default:
      let line = start.prefix { $0 != 0x0A }
      return CSVHeader.separator(of: Array(line)) == nil ? .fortune : .csv
    }
  }
}

/// How files are to be read.
package struct ReadingOptions: Sendable {
  /// The format of all files; nil = each file's own, by its name and its first bytes.
  package var format: ImportFormat?
  /// How the files are written; JSON is always UTF-8 (RFC 8259, section 8.1).
  package var encoding = TextEncoding.utf8
  /// The language of quotes that tell none (BCP 47); empty = see `FortuneReader` for fortunes, none
  /// for other formats.
  package var language = ""
  /// What parts the columns of CSV, one ASCII character; nil = what the first line shows.
  package var separator: UInt8?

  /// Reads each file as what it seems to be.
  package init() {}
}
