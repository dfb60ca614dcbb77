// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// Comma-separated values (RFC 4180): CRLF ends a row, and quotation marks go round a cell that
/// holds a comma, a quotation mark or a line break.
enum CSV {
  /// One cell.
  struct Cell: Sendable, Hashable {
    private let text: String

    /// The cell of a JSON value: strings of an array are joined by ';', absent is empty.
    ///
    /// Only texts are guarded against being taken for formulas: a number, such as the year -380,
    /// is ours to write.
    init(_ value: JSON?) {
      text =
        switch value {
        case .string(let string): CSVCell.guarded(string.printable)
        case .number(let number): String(number)
        case .bool(let bool): bool ? "true" : "false"
        case .array(let values): CSVCell.guarded(Self.joined(values))
        case .object, nil: ""
        }
    }

    /// The cell as it is written.
    var quoted: String { CSVCell.quoted(text) }

    private static func joined(_ values: [JSON]) -> String {
      values.map { value in
        if case .string(let string) = value { string.printableLine } else { value.line }
      }.joined(separator: ";")
    }
  }

  /// The header of a list of fields.
  static func header<Value>(_ fields: [Field<Value>]) -> String {
    fields.flatMap(\.columns).joined(separator: ",") + "\r\n"
  }

  /// The row that a list of fields makes of a record.
  static func row<Value>(_ fields: [Field<Value>], of record: Value) -> String {
    fields.flatMap { $0.cells(record) }.map(\.quoted).joined(separator: ",") + "\r\n"
  }
}
