// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// The first row of comma-separated values: what each column holds.
struct CSVHeader {
  /// What each column holds; nil for one that means nothing here.
  let fields: [RecordField?]
  /// The names of the first columns that are not known.
  let unknownNames: [String]
  /// How many columns are not known.
  let unknownCount: Int
  /// Whether text or creator goes by another collection's name for it.
  let isForeign: Bool
  /// Whether it is the header of an export of ours, whose cells are guarded against being run as
  /// formulas.
  let isOwn: Bool

  /// Why a row is no header.
  struct Fault: Error {
    /// A sentence.
    let reason: String
  }

  /// Makes out what the columns are by their names.
  init(_ cells: [String]) throws(Fault) {
    var fields: [RecordField?] = []
    var taken: Set<RecordField> = []
    var unknownNames: [String] = []
    var unknownCount = 0
    var isForeign = false
    for cell in cells {
      let name = String(cell.drop(while: \.isWhitespace))
      switch RecordField.meaning(of: name) {
      case .own(let field):
        try Self.take(field, into: &taken)
        fields.append(field)
      case .other(let field):
        try Self.take(field, into: &taken)
        isForeign = isForeign || field == .text || field == .creator
        fields.append(field)
      case .nothing: fields.append(nil)
      case nil:
        fields.append(nil)
        guard !name.isEmpty else { continue }
        unknownCount += 1
        if unknownCount <= Self.mostTold { unknownNames.append(name) }
      }
    }
    guard taken.contains(.text) else {
      // More than an excerpt shows.
      let start = Excerpt(cells.prefix(1_000).joined(separator: ","))
      throw Fault(
        reason: "The first line must name the columns, one of them text (or quote, or content); it "
          + "is \(start).")
    }
    self.fields = fields
    self.unknownNames = unknownNames
    self.unknownCount = unknownCount
    self.isForeign = isForeign
    isOwn =
      cells.first == RecordField.id.name && taken.contains(.createTime)
      && cells.allSatisfy { RecordField(rawValue: $0) != nil }
  }

  /// A table of columns that all mean nothing is not worth a warning for each.
  private static let mostTold = 10

  private static func take(
    _ field: RecordField, into taken: inout Set<RecordField>
  ) throws(Fault) {
    guard !taken.insert(field).inserted else { return }
    throw Fault(
      reason: "Two columns are the \(field.name): rename the one that is not, or take it out.")
  }

  /// The separator by which a file's first line becomes a header, or nil where none does.
  static func separator(of line: [UInt8]) -> UInt8? {
    var best: (separator: UInt8, columns: Int)?
    for separator in separators {
      var rows = CSVRows(line, separator: separator)
      guard case .cells(let cells, _) = rows.next(),
        let header = try? CSVHeader(cells.map { String(decoding: $0, as: UTF8.self) })
      else { continue }
      // One column alone is a header only where nothing else is on the line.
      let known = header.fields.count - header.unknownCount
      if known > best?.columns ?? 0 { best = (separator, known) }
    }
    return best?.separator
  }

  private static let separators = [",", ";", "\t", "|"].map { $0.utf8.first ?? 0x2C }
}
