// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// Reads comma-separated values (RFC 4180), row by row.
///
/// The first row names the columns, by the contract's names or by those of other collections (see
/// `RecordField`); without one nothing is read, as it can't be told which column is the text. The
/// separator is that of the first row: a comma, a semicolon, a tabulator or a bar.
struct CSVReader {
  private let file: String
  private let language: String
  private var rows: CSVRows
  private var header: CSVHeader?
  private var waiting: [ImportItem] = []

  /// Begins to read.
  init(file: String, bytes: [UInt8], separator: UInt8?, language: String) {
    self.file = file
    self.language = language
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let firstLine = Array(bytes[start...].prefix { $0 != 0x0A })
    let separator = separator ?? CSVHeader.separator(of: firstLine) ?? UInt8(ascii: ",")
    rows = CSVRows(bytes, separator: separator, from: start)
    readHeader()
  }

  /// How many bytes have been read.
  var offset: Int { rows.offset }

  /// The next quote or problem, or nil at the end.
  mutating func next() -> ImportItem? {
    while waiting.isEmpty, let header, let row = rows.next() {
      switch row {
      case .cells(let cells, let line): waiting.append(item(of: cells, header, at: line))
      case .refusal(let reason, let line): report(reason, at: line, .rejection)
      }
    }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  private mutating func readHeader() {
    switch rows.next() {
    case nil: break
    case .refusal(let reason, let line): report(reason, at: line, .rejection)
    case .cells(let cells, let line):
      do throws(CSVHeader.Fault) {
        let header = try CSVHeader(cells.map { String(decoding: $0, as: UTF8.self) })
        self.header = header
        for name in header.unknownNames {
          report(
            "The column \(Excerpt(name)) means nothing here and is left out.", at: line,
            .warning)
        }
        let rest = header.unknownCount - header.unknownNames.count
        if rest > 0 {
          report(
            "\(rest) more columns mean nothing here and are left out.", at: line, .warning)
        }
      } catch {
        report(error.reason, at: line, .rejection)
      }
    }
  }

  private func item(
    of cells: [ArraySlice<UInt8>], _ header: CSVHeader, at line: Int
  ) -> ImportItem {
    do throws(QuoteProblem) {
      return .record(ImportRecord(quote: try quote(of: cells, header), line: line))
    } catch {
      return .problem(
        ImportProblem(file: file, line: line, reason: "\(error)", severity: .rejection))
    }
  }

  private func quote(
    of cells: [ArraySlice<UInt8>], _ header: CSVHeader
  ) throws(QuoteProblem) -> Quote {
    // Spreadsheets put empty cells behind a row, and leave them out.
    guard cells.dropFirst(header.fields.count).allSatisfy(\.isEmpty) else {
      throw QuoteProblem(
        field: "The row",
        reason:
          "has \(cells.count) cells, and the header has \(header.fields.count): put a cell in "
          + "quotation marks that holds the separator.")
    }
    var fields = RecordFields()
    for (field, cell) in zip(header.fields, cells) {
      guard let field, !cell.isEmpty else { continue }
      guard let text = String(validating: cell, as: UTF8.self) else {
        throw QuoteProblem(
          field: field.name, reason: "is not utf-8: give the file's encoding, latin1 or cp1252.")
      }
      try fields.set(field, text: header.isOwn ? CSVCell.unguarded(text) : text)
    }
    if header.isForeign { fields.takeAsForeign() }
    return fields.quote(language: language)
  }

  private mutating func report(
    _ reason: String, at line: Int, _ severity: ImportProblem.Severity
  ) {
    waiting.append(
      .problem(ImportProblem(file: file, line: line, reason: reason, severity: severity)))
  }
}
