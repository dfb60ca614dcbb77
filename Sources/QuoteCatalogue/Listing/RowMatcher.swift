// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// A filter in terms of one snapshot's columns.
struct RowMatcher {
  /// Whether it is met by every quote that is not mature.
  let isTrivial: Bool

  private let includesMature: Bool
  private let lengths: ClosedRange<UInt16>?
  /// Which numbers of languages are meant; nil = all.
  private let languages: [Bool]?
  /// Which numbers of creators are meant; nil = all.
  private let creators: [Bool]?
  /// The numbers of tags that must all be there.
  private let tagsAll: [UInt32]
  /// Which numbers of tags suffice; nil = none is needed.
  private let tagsAny: [Bool]?
  /// Whether it names what no quote has.
  private let matchesNothing: Bool

  /// Translates a filter in its canonical form.
  init(_ filter: QuoteFilter, in rows: CatalogueRows) {
    isTrivial = filter.isEmpty
    includesMature = filter.includeMature
    lengths =
      filter.minLength == 0 && filter.maxLength == 0
      ? nil
      : UInt16(
        clamping: filter.minLength)...UInt16(
          clamping: filter.maxLength == 0 ? .max : filter.maxLength)
    languages =
      filter.languages.isEmpty
      ? nil
      : (0..<rows.languages.count).map { number in
        let language = rows.languages.name(UInt32(number))
        return filter.languages.contains { LanguageTag.matches(language, range: $0) }
      }
    creators = Self.flags(filter.creators, in: rows.creators)
    tagsAll = filter.tagsAll.compactMap(rows.tags.number(of:))
    tagsAny = Self.flags(filter.tagsAny, in: rows.tags)
    matchesNothing =
      tagsAll.count < filter.tagsAll.count || tagsAny?.contains(true) == false
      || creators?.contains(true) == false
  }

  /// Which numbers of a table have one of the names; nil where no name is given.
  private static func flags(_ names: [String], in table: NameTable) -> [Bool]? {
    guard !names.isEmpty else { return nil }
    var flags = [Bool](repeating: false, count: table.count)
    for name in names {
      if let number = table.number(of: name) { flags[Int(number)] = true }
    }
    return flags
  }

  /// The rows of a segment that meet the filter.
  func mask(of segment: Segment) -> RowMask {
    guard !matchesNothing else { return RowMask() }
    var mask = RowMask(count: segment.count)
    if !includesMature { mask.subtract(segment.mature) }
    if isTrivial { return mask }
    let rows = segment.rows
    if let languages {
      let column = rows.languages
      mask.filter { languages[Int(column[$0])] }
    }
    if let lengths {
      let column = rows.lengths
      mask.filter { lengths.contains(column[$0]) }
    }
    if let creators {
      let column = rows.creators
      mask.filter { creators[Int(column[$0])] }
    }
    if !tagsAll.isEmpty || tagsAny != nil {
      let column = rows.tags
      mask.filter { meetsTags(column, rows.tagRange($0)) }
    }
    return mask
  }

  /// How many rows of a segment meet the filter.
  func count(in segment: Segment) -> Int { mask(of: segment).count }

  private func meetsTags(_ column: [UInt32], _ range: Range<Int>) -> Bool {
    for tag in tagsAll where !range.contains(where: { column[$0] == tag }) { return false }
    guard let tagsAny else { return true }
    return range.contains { tagsAny[Int(column[$0])] }
  }
}
