// SPDX-License-Identifier: Apache-2.0

internal import QuoteStore
internal import QuoteTesting
internal import Testing

extension PowerCutTests {
  /// One change of an index: three documents come, and one of those that came before goes.
  private static func change(_ number: Int, _ index: SearchIndex) throws(StoreError) {
    try index.change(
      removing: number > 0 ? [documents(of: number - 1)[0]] : [], adding: documents(of: number),
      blocks: [0: SearchBlock(count: (number + 1) * 2 + 1, sum: UInt64(number))],
      revision: UInt64(number + 1))
  }

  private static func documents(of number: Int) -> [SearchDocument] {
    (0..<3).map { place in
      SearchDocument(
        position: Int64(number * 3 + place + 1),
        text: (0..<40).map { "common w\((number * 7 + $0) % 90)" }.joined(separator: " "),
        creator: "c\(number % 5)", source: "", tags: "", compounds: "")
    }
  }

  private static func positions(after count: Int) -> [UInt32] {
    (0..<count).flatMap { number in
      documents(of: number).map { UInt32($0.position) }.dropFirst(number < count - 1 ? 1 : 0)
    }
  }

  /// The index of a file, or nil where it says that it is useless.
  private static func opened(_ path: String) throws(StoreError) -> SearchIndex? {
    do throws(StoreError) {
      return try SearchIndex(path: path, signature: "rules")
    } catch {
      guard error.reason == .corrupt || error.reason == .notAStore else { throw error }
      return nil
    }
  }

  @Test("has a search index that shows one revision as a whole, or says that it is useless")
  func searchIndex() throws {
    let changes = 120
    let cut = try PowerCut(every: 6, seed: 3)
    do {
      let index = try SearchIndex(path: cut.folder + "/search.sqlite", signature: "rules")
      for number in 0..<changes {
        try Self.change(number, index)
        cut.acknowledge()
      }
    }
    let captures = cut.end()
    #expect(captures.count > 20, "too few cuts to say anything")
    for capture in captures {
      let path = capture.folder + "/search.sqlite"
      guard let index = try Self.opened(path) else { continue }
      let revision = Int(try index.revision())
      #expect(revision <= capture.acknowledged + 1)
      var blocks: [Int64: SearchBlock] = [:]
      if revision > 0 {
        blocks[0] = SearchBlock(count: revision * 2 + 1, sum: UInt64(revision - 1))
      }
      #expect(try index.blocks() == blocks)
      let found = try SearchReader(path: path).matches(
        of: "\"common\"", limit: 1_000, ranked: 1_000, isMeant: { _ in true },
        shouldStop: { false })
      #expect(found.map(\.position).sorted() == Self.positions(after: revision))
      // It can be written to again.
      try Self.change(revision, index)
    }
  }
}
