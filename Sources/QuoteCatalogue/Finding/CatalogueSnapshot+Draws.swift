// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

extension CatalogueSnapshot {
  /// Appends distinct quotes drawn by chance, each as the field 1 of the response.
  ///
  /// Fewer than asked for where there are fewer. The same seed on the same revision draws the same
  /// quotes in the same order, on every server and in every version.
  ///
  /// - Parameter seed: What decides; the request's own is not looked at.
  package func appendDraw(
    _ request: RandomQuotesRequest, seed: UInt64, to output: inout [UInt8]
  ) throws(ListProblem) {
    guard (0...PageLimits.mostDrawn).contains(request.count) else {
      throw .impossibleCount(request.count)
    }
    guard request.excludeIDs.count <= PageLimits.mostExcluded else {
      throw .tooManyExcluded(request.excludeIDs.count)
    }
    let filter = try (request.filter ?? QuoteFilter()).canonical()
    let meant = rows.filters.rows(meeting: filter, in: rows)
    let excluded = Set(request.excludeIDs.compactMap(row(id:)).filter(meant.contains))
    let count = min(max(1, Int(request.count)), meant.total - excluded.count)
    var random = SplitMix64(seed: seed)
    if request.balanceCreators {
      var draw = BalancedDraw(from: meant, in: self, without: excluded)
      for _ in 0..<count { append(draw.next(&random), to: &output) }
    } else {
      var draw = PlainDraw(from: meant, without: excluded)
      for _ in 0..<count { append(draw.next(&random), to: &output) }
    }
  }
}

/// Draws rows, each as likely as any other: a shuffle that only knows the places it has touched.
private struct PlainDraw {
  private let meant: FilteredRows
  /// The numbers among `meant` of rows that are not to be drawn, rising.
  private let excluded: [Int]
  /// What lies at the places that the shuffle has touched.
  private var moved: [Int: Int] = [:]
  private var drawn = 0

  init(from meant: FilteredRows, without excluded: Set<QuoteRow>) {
    self.meant = meant
    self.excluded = excluded.map(meant.number).sorted()
  }

  mutating func next(_ random: inout SplitMix64) -> QuoteRow {
    let place = drawn + random.below(meant.total - excluded.count - drawn)
    var number = moved[place] ?? place
    moved[place] = moved[drawn] ?? drawn
    drawn += 1
    for other in excluded {
      guard other <= number else { break }
      number += 1
    }
    return meant.row(number: number)
  }
}

/// Draws a creator, then a quote of theirs. The unknown creator counts as one.
private struct BalancedDraw {
  private let meant: FilteredRows
  private let rows: CatalogueRows
  private let index: CreatorIndex
  private let shares: CreatorShares
  /// The creators who have quotes left.
  private var creators: [UInt32]
  private var taken: Set<QuoteRow>
  /// How many quotes the creators have left of whom some are taken.
  private var left: [UInt32: Int] = [:]
  /// All quotes that are left of creators who have few.
  private var listed: [UInt32: [QuoteRow]] = [:]

  /// With fewer quotes than this left, a creator's are listed rather than looked for by chance.
  private static let few = 16

  init(
    from meant: FilteredRows, in snapshot: CatalogueSnapshot, without excluded: Set<QuoteRow>
  ) {
    self.meant = meant
    rows = snapshot.rows
    index = snapshot.creatorIndex
    shares = meant.shares(in: snapshot.rows)
    creators = shares.creators
    taken = excluded
    for row in excluded {
      let creator = rows.segments[row.segment].rows.creators[row.row]
      left[creator] = quotesLeft(of: creator) - 1
    }
    if left.values.contains(0) {
      let left = left
      creators.removeAll { left[$0] == 0 }
    }
  }

  mutating func next(_ random: inout SplitMix64) -> QuoteRow {
    let place = random.below(creators.count)
    let creator = creators[place]
    let count = quotesLeft(of: creator)
    let row =
      count < Self.few
      ? listedRow(of: creator, random.below(count)) : chanceRow(of: creator, &random)
    taken.insert(row)
    left[creator] = count - 1
    if count == 1 {
      creators[place] = creators[creators.count - 1]
      creators.removeLast()
    }
    return row
  }

  private func quotesLeft(of creator: UInt32) -> Int {
    left[creator] ?? Int(shares.counts[Int(creator)])
  }

  /// Draws among all of a creator's quotes until it meets one that is meant and left.
  private func chanceRow(of creator: UInt32, _ random: inout SplitMix64) -> QuoteRow {
    let positions = index.positions(of: creator)
    while true {
      let position = positions[positions.startIndex + random.below(positions.count)]
      if let row = rows.row(at: position), meant.contains(row), !taken.contains(row) {
        return row
      }
    }
  }

  private mutating func listedRow(of creator: UInt32, _ number: Int) -> QuoteRow {
    var rest =
      listed[creator]
      ?? index.positions(of: creator).compactMap(rows.row(at:)).filter {
        meant.contains($0) && !taken.contains($0)
      }
    let row = rest.remove(at: number)
    listed[creator] = rest
    return row
  }
}
