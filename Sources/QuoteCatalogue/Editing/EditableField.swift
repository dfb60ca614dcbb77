// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// A field of a quote that editors may change, by its name in the proto.
enum EditableField: String, CaseIterable {
  case text
  case creator
  case source
  case year
  case language
  case tags
  case sourceURL = "source_url"
  case attribution
  case rating
  case translationOf = "translation_of"

  /// The fields that only the server sets.
  private static let servers: Set<String> = [
    "id", "create_time", "update_time", "delete_time", "etag",
  ]

  /// All names in a sentence.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// The fields that a mask names: all where it is nil or empty.
  static func named(by mask: FieldMask?) throws(EditProblem) -> [Self] {
    guard let paths = mask?.paths, !paths.isEmpty else { return allCases }
    var fields: [Self] = []
    for path in paths {
      guard !servers.contains(path) else { throw .serverField(path) }
      guard let field = Self(rawValue: path) else { throw .unknownField(path) }
      fields.append(field)
    }
    return fields
  }

  /// Gives this field of a quote the value that another has.
  func copy(from source: Quote, to target: inout Quote) {
    switch self {
    case .text: target.text = source.text
    case .creator: target.creator = source.creator
    case .source: target.source = source.source
    case .year: target.year = source.year
    case .language: target.language = source.language
    case .tags: target.tags = source.tags
    case .sourceURL: target.sourceURL = source.sourceURL
    case .attribution: target.attribution = source.attribution
    case .rating: target.rating = source.rating
    case .translationOf: target.translationOf = source.translationOf
    }
  }
}
