// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// What a calendar's quotes are, in one number that tells two catalogues apart.
///
/// It is kept up to date by looking at the segments that are new only, so that a write to a large
/// catalogue costs as much as one to a small one.
struct MemberCensus: Sendable {
  /// How many quotes the calendar has.
  private(set) var count = 0
  /// Changes whenever a quote joins, leaves, or changes its creator.
  private(set) var fingerprint: UInt64 = 0
  /// The serial numbers of the segments that were counted, and what each has.
  private var serials: [UInt64] = []
  private var parts: [Part] = []

  private struct Part: Sendable {
    let count: Int
    let sum: UInt64
  }

  /// Counts the quotes of other rows of the same catalogue.
  ///
  /// - Parameter matcher: The same filter as ever, in terms of these rows.
  mutating func update(_ rows: CatalogueRows, _ matcher: RowMatcher) {
    let changes = SegmentChanges(from: serials, to: rows.serials)
    let old = parts[changes.old]
    let known = Dictionary(uniqueKeysWithValues: zip(serials[changes.old], old))
    let new = changes.new.map { index in
      known[rows.serials[index]] ?? Self.part(rows.segments[index], matcher)
    }
    for part in old {
      count -= part.count
      fingerprint &-= part.sum
    }
    for part in new {
      count += part.count
      fingerprint &+= part.sum
    }
    serials = rows.serials
    parts.replaceSubrange(changes.old, with: new)
  }

  private static func part(_ segment: Segment, _ matcher: RowMatcher) -> Part {
    var count = 0
    var sum: UInt64 = 0
    forEachMember(of: segment, matcher) { member in
      count += 1
      sum &+= StableHash.mix(UInt64(member.position) << 32 | UInt64(member.creator))
    }
    return Part(count: count, sum: sum)
  }

  /// The quotes that meet a filter, in the order of their positions.
  static func members(of rows: CatalogueRows, _ matcher: RowMatcher) -> [DailyMember] {
    var members: [DailyMember] = []
    for segment in rows.segments {
      forEachMember(of: segment, matcher) { members.append($0) }
    }
    return members
  }

  private static func forEachMember(
    of segment: Segment, _ matcher: RowMatcher, _ visit: (DailyMember) -> Void
  ) {
    let mask = matcher.mask(of: segment)
    let (positions, creators) = (segment.rows.positions, segment.rows.creators)
    var next = 0
    while let run = mask.run(from: next) {
      for row in run {
        visit(DailyMember(position: positions[row], creator: creators[row]))
      }
      next = run.upperBound
    }
  }
}
