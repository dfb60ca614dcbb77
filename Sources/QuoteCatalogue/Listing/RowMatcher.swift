// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// A filter in terms of one snapshot's columns.
struct RowMatcher {
  /// Whether it is met by every quote that is not mature.
  let isTrivial: Bool

  private let includesMature: Bool
  private let lengths: ClosedRange<UInt16>?
  /// Which languages are meant; nil = all.
  private let languages: NumberSet?
  /// Which creators are meant; nil = all.
  private let creators: NumberSet?
  /// The numbers of tags that must all be there.
  private let tagsAll: [UInt32]
  /// Which tags suffice; nil = none is needed.
  private let tagsAny: NumberSet?
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
      : NumberSet(
        (0..<UInt32(rows.languages.count)).filter { number in
          let language = rows.languages.name(number)
          return filter.languages.contains { LanguageTag.matches(language, range: $0) }
        }, of: rows.languages.count)
    creators = Self.numbers(filter.creators, in: rows.creators)
    tagsAll = filter.tagsAll.compactMap(rows.tags.number(of:))
    tagsAny = Self.numbers(filter.tagsAny, in: rows.tags)
    matchesNothing =
      tagsAll.count < filter.tagsAll.count || tagsAny?.isEmpty == true
      || creators?.isEmpty == true || languages?.isEmpty == true
  }

  /// Which numbers of a table have one of the names; nil where no name is given.
  private static func numbers(_ names: [String], in table: NameTable) -> NumberSet? {
    guard !names.isEmpty else { return nil }
    return NumberSet(names.compactMap(table.number(of:)), of: table.count)
  }

  /// The rows of a segment that meet the filter.
  func mask(of segment: Segment) -> RowMask {
    guard !matchesNothing, meetsSummary(segment) else { return RowMask() }
    let rows = segment.rows
    let count = rows.count
    var mask = RowMask(count: count)
    if !includesMature, segment.generalCount < count { mask.subtract(segment.mature) }
    if isTrivial { return mask }
    if let languages, segment.onlyLanguage == nil {
      languages.keep(&mask, rows.languages)
    }
    if let lengths, segment.lengths.map(lengths.contains) == false {
      let column = rows.lengths
      mask.keep(count: count) { lengths.contains(column[$0]) }
    }
    creators?.keep(&mask, rows.creators)
    if !tagsAll.isEmpty || tagsAny != nil {
      for tag in tagsAll where !mask.isEmpty { mask.formIntersection(rows.mask(havingTag: tag)) }
      if let tagsAny { mask.formIntersection(rows.mask(havingTagOf: tagsAny)) }
    }
    return mask
  }

  /// Whether what is known of all rows of a segment together lets any of them meet the filter.
  private func meetsSummary(_ segment: Segment) -> Bool {
    if !includesMature, segment.generalCount == 0 { return false }
    if let lengths, let present = segment.lengths, !lengths.overlaps(present) { return false }
    if let languages, let only = segment.onlyLanguage, !languages.contains(only) { return false }
    return true
  }
}

extension SegmentRows {
  /// The rows that have a tag.
  fileprivate func mask(havingTag tag: UInt32) -> RowMask { maskByTags { $0 == tag } }

  /// The rows that have any of some tags.
  fileprivate func mask(havingTagOf set: NumberSet) -> RowMask {
    if let only = set.only { return mask(havingTag: only) }
    return maskByTags(set.contains)
  }

  /// Goes through the tags of all rows at once: most are not meant, and which row has one is looked
  /// up for those only that are.
  @inline(__always)
  private func maskByTags(_ isMeant: (UInt32) -> Bool) -> RowMask {
    var mask = RowMask()
    var row = 0
    let (tags, ends) = (tags.span, tagEnds.span)
    for index in tags.indices where isMeant(tags[index]) {
      while ends[row] <= index { row += 1 }
      mask.insert(row)
    }
    return mask
  }
}

extension ClosedRange {
  /// Whether all of another range is in it.
  fileprivate func contains(_ other: ClosedRange<Bound>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
