// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// A filter in terms of one snapshot's columns.
struct RowMatcher {
  /// Whether it is met by every quote that is not mature.
  let isTrivial: Bool

  private let includesMature: Bool
  private let lengths: ClosedRange<UInt16>?
  /// Which numbers of languages are meant.
  private let languages: [Bool]?
  /// The numbers of the creators that are meant.
  private let creators: Set<UInt32>?
  private let tagsAll: [UInt32]
  private let tagsAny: Set<UInt32>?
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
    creators =
      filter.creators.isEmpty ? nil : Set(filter.creators.compactMap(rows.creators.number(of:)))
    tagsAll = filter.tagsAll.compactMap(rows.tags.number(of:))
    tagsAny = filter.tagsAny.isEmpty ? nil : Set(filter.tagsAny.compactMap(rows.tags.number(of:)))
    matchesNothing =
      tagsAll.count < filter.tagsAll.count || tagsAny?.isEmpty == true || creators?.isEmpty == true
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
      mask.filter { creators.contains(column[$0]) }
    }
    if !tagsAll.isEmpty {
      mask.filter { row in tagsAll.allSatisfy(rows.tags(of: row).contains) }
    }
    if let tagsAny {
      mask.filter { row in rows.tags(of: row).contains(where: tagsAny.contains) }
    }
    return mask
  }

  /// How many rows of a segment meet the filter.
  func count(in segment: Segment) -> Int {
    isTrivial ? segment.generalCount : mask(of: segment).count
  }
}
