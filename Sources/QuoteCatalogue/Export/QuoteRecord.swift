// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON
internal import QuoteModel

/// A quote as exports write it: the fields by the contract's names, in the contract's order.
struct QuoteRecord {
  private let quote: Quote

  init(_ quote: Quote) { self.quote = quote }

  /// What is written: an etag is a revision, which means nothing in another store.
  private static let fields = RecordField.allCases.filter { $0 != .etag }

  /// The names of all columns.
  static let csvHeader = fields.map(\.name).joined(separator: ",") + "\r\n"

  /// Appends the row of comma-separated values.
  func appendCSV(to output: inout [UInt8]) {
    for (index, field) in Self.fields.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      // A number, such as the year -380, is ours to write and no formula.
      let text = field == .year ? text(field) : CSVCell.guarded(text(field))
      output += CSVCell.quoted(text).utf8
    }
    output += "\r\n".utf8
  }

  /// Appends the object, on one line; as in protobuf's JSON form, what is empty is left out.
  func appendJSON(to output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    for field in Self.fields {
      let text = field == .tags ? "" : text(field)
      guard !text.isEmpty || (field == .tags && !quote.tags.isEmpty) else { continue }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      output.append(UInt8(ascii: "\""))
      output += field.name.utf8
      output += "\":".utf8
      switch field {
      case .tags: Self.append(quote.tags, to: &output)
      case .year: output += text.utf8
      default: JSONText.append(text, to: &output)
      }
    }
    output.append(UInt8(ascii: "}"))
  }

  private static func append(_ texts: [String], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      JSONText.append(text, to: &output)
    }
    output.append(UInt8(ascii: "]"))
  }

  /// A field as one text; empty where it has its default value.
  private func text(_ field: RecordField) -> String {
    switch field {
    case .id: quote.id
    case .text: quote.text
    case .creator: quote.creator
    case .source: quote.source
    case .year: quote.year == 0 ? "" : String(quote.year)
    case .language: quote.language
    case .tags: TagList.text(of: quote.tags)
    case .sourceURL: quote.sourceURL
    case .attribution: Self.name(of: quote.attribution)
    case .rating: Self.name(of: quote.rating)
    case .translationOf: quote.translationOf
    case .createTime: quote.createTime?.contractText ?? ""
    case .updateTime: quote.updateTime?.contractText ?? ""
    case .etag: quote.etag
    case .deleteTime: quote.deleteTime?.contractText ?? ""
    }
  }

  private static func name(of value: some ContractNamed) -> String {
    value.rawValue == 0 ? "" : value.contractName ?? String(value.rawValue)
  }
}
