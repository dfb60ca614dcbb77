// SPDX-License-Identifier: Apache-2.0

/// A field of a quote, as import files and exports name it.
enum RecordField: String, CaseIterable, Sendable {
  case id
  case text
  case creator
  case source
  case year
  case language
  case tags
  case sourceURL = "sourceUrl"
  case attribution
  case rating
  case translationOf
  case createTime
  case updateTime
  case etag
  case deleteTime

  /// The name in the contract's JSON form.
  var name: String { rawValue }

  /// What a name in a file stands for.
  enum Meaning: Hashable {
    /// A field by the contract's name for it, in whatever case and with or without underscores.
    case own(RecordField)
    /// A field by the name that other collections give it.
    case other(RecordField)
    /// Something that other collections keep beside a quote and that means nothing here.
    case nothing
  }

  /// What a name stands for; nil for an unknown one.
  static func meaning(of name: String) -> Meaning? {
    // The id of another database.
    if name == "_id" { return .nothing }
    return meanings[name.lowercased().filter { $0.isLetter || $0.isNumber }]
  }

  private static let meanings: [String: Meaning] = {
    var meanings: [String: Meaning] = [:]
    for field in allCases { meanings[field.name.lowercased()] = .own(field) }
    for (field, names) in others {
      for name in names { meanings[name] = .other(field) }
    }
    for name in ["length", "authorslug", "authorid", "dateadded", "datemodified"] {
      meanings[name] = .nothing
    }
    return meanings
  }()

  /// quotable says content and author, QuoteSlate quote and author; the rest is what tables of
  /// quotes are found to have.
  private static let others: [(RecordField, [String])] = [
    (.text, ["content", "quote", "quotation", "quotetext", "body"]),
    (.creator, ["author", "authorname", "quoteauthor", "by", "person"]),
    (.source, ["work", "book"]),
    (.language, ["lang"]),
    (.tags, ["tag", "category", "categories", "keywords", "topics"]),
    (.sourceURL, ["url", "link"]),
  ]
}
