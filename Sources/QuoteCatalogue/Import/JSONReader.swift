// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON
internal import QuoteModel

/// Reads JSON and JSON Lines, record by record.
///
/// Taken are an array of quotes, quotes one after another, and an object that holds the array as
/// `quotes` (a response of ListQuotes), `results` (quotable) or `data`; and instead of a quote an
/// object that holds it as `quote` (a response of DailyQuote). Fields go by the contract's names,
/// lowerCamelCase or snake_case, or by those of quotable and QuoteSlate (see `RecordField`), which
/// is told for each record by itself. A name that is not known is warned of once.
struct JSONReader {
  private let file: String
  private let language: String
  private var stream: JSONStream
  private var waiting: [ImportItem] = []
  private var warnedNames: Set<String> = []

  /// The most bytes of one record: a text of the greatest length takes 120,000, all escaped.
  private static let recordBytes = 1 << 20

  /// Begins to read.
  init(file: String, bytes: [UInt8], language: String) {
    self.file = file
    self.language = language
    stream = JSONStream(
      bytes, wrappers: ["quotes", "results", "data"], valueLimit: Self.recordBytes)
  }

  /// How many bytes have been read.
  var offset: Int { stream.offset }

  /// The next quote or problem, or nil at the end.
  mutating func next() -> ImportItem? {
    while waiting.isEmpty, let item = stream.next() { take(item) }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  private mutating func take(_ item: JSONStream.Item) {
    switch item {
    case .value(let value, let line):
      do throws(QuoteProblem) {
        waiting.append(.record(ImportRecord(quote: try quote(of: value, at: line), line: line)))
      } catch {
        report("\(error)", at: line, .rejection)
      }
    case .refusal(let error): report("\(error)", at: error.line, .rejection)
    case .lost(let line):
      report("The rest of the file can't be told apart and is not read.", at: line, .rejection)
    case .blemish(let sentence, let line): report(sentence, at: line, .warning)
    }
  }

  private mutating func quote(of value: JSONValue, at line: Int) throws(QuoteProblem) -> Quote {
    guard case .object(var members) = value else {
      throw QuoteProblem(field: "The record", reason: "is \(value.kind): a quote is an object.")
    }
    if case .object(let inner)? = members.first(where: { $0.name == "quote" })?.value {
      members = inner
    }
    var fields = RecordFields()
    var taken: Set<RecordField> = []
    var isForeign = false
    for member in members {
      guard case .own(let field) = RecordField.meaning(of: member.name) else { continue }
      guard taken.insert(field).inserted else {
        throw QuoteProblem(field: field.name, reason: "is there twice, by two spellings.")
      }
      try fields.set(field, member.value)
    }
    for member in members {
      switch RecordField.meaning(of: member.name) {
      case .other(let field) where taken.insert(field).inserted:
        isForeign = isForeign || field == .text || field == .creator
        try fields.set(field, member.value)
      case .own, .nothing: break
      case .other, nil: warn(of: member.name, at: line)
      }
    }
    guard taken.contains(.text) || taken.contains(.deleteTime) else {
      throw QuoteProblem(
        field: "text", reason: "is missing: name it text, or quote or content as others do.")
    }
    if isForeign { fields.takeAsForeign() }
    return fields.quote(language: language)
  }

  private mutating func warn(of name: String, at line: Int) {
    guard warnedNames.count < Self.mostWarnings, warnedNames.insert(name).inserted else { return }
    let more = warnedNames.count == Self.mostWarnings ? " No more of these are told." : ""
    report(
      "The field \(Excerpt(name)) means nothing here and is left out, here and below.\(more)",
      at: line, .warning)
  }

  /// A file of names that never come again is not worth a warning for each.
  private static let mostWarnings = 50

  private mutating func report(
    _ reason: String, at line: Int, _ severity: ImportProblem.Severity
  ) {
    waiting.append(
      .problem(ImportProblem(file: file, line: line, reason: reason, severity: severity)))
  }
}
