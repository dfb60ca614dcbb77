// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import QuoteTesting
internal import Testing

@Suite("A store on a disk that loses what was not synced", .serialized)
struct PowerCutTests {
  /// One write: three quotes come, and one of those that came with the write before goes.
  private static func write(_ number: Int, to store: Store) throws(StoreError) {
    _ = try store.write(at: StoreFile.noon) { (transaction) throws(StoreError) in
      for quote in quotes(of: number) {
        try transaction.insert(StoreFile.content(quote))
      }
      if number > 0 {
        guard try transaction.delete(id: quotes(of: number - 1)[0].id) else {
          preconditionFailure("The quote to delete is not there.")
        }
      }
    }
  }

  private static func quotes(of number: Int) -> [Quote] {
    (0..<3).map { index in
      var quote = StoreFile.quote(number * 3 + index)
      // Of different lengths, so that the pages that a write touches differ too.
      quote.source = String(repeating: "source ", count: (number * 37 + index * 101) % 400)
      return quote
    }
  }

  /// The ids that live after so many writes.
  private static func ids(after count: Int) -> [String] {
    (0..<count).flatMap { number in
      quotes(of: number).map(\.id).dropFirst(number < count - 1 ? 1 : 0)
    }
  }

  @Test("has all that was acknowledged and nothing by halves after a power cut", arguments: 1...2)
  func powerCuts(seed: UInt64) throws {
    let writes = 160
    let cut = try PowerCut(every: 12, seed: seed)
    do {
      let store = try Self.store(in: cut.folder)
      for number in 0..<writes {
        try Self.write(number, to: store)
        cut.acknowledge()
      }
    }
    let captures = cut.end()
    #expect(captures.count > 60, "too few cuts to say anything")
    #expect(captures.contains { $0.acknowledged > writes / 2 })
    for capture in captures {
      let store = try Self.store(in: capture.folder)
      let revision = Int(try store.revision())
      #expect(
        revision == capture.acknowledged || revision == capture.acknowledged + 1,
        "\(capture.acknowledged) writes were acknowledged, and \(revision) are there")
      #expect(try store.all().map(\.quote.id) == Self.ids(after: revision))
      // It can be written to again.
      try Self.write(revision, to: store)
      #expect(Int(try store.revision()) == revision + 1)
    }
  }

  @Test("says that the disk is full, keeps what it has, and goes on when there is room")
  func fullDisk() throws {
    let cut = try PowerCut(every: 1_000_000, seed: 1)
    defer { _ = cut.end() }
    let store = try Self.store(in: cut.folder)
    try Self.write(0, to: store)
    cut.limit(bytes: 1)
    for _ in 0..<3 {
      let error = #expect(throws: StoreError.self) { try Self.write(1, to: store) }
      #expect(error?.reason == .diskFull)
    }
    #expect(try store.revision() == 1)
    #expect(try store.all().map(\.quote.id) == Self.ids(after: 1))
    cut.limit(bytes: 0)
    try Self.write(1, to: store)
    #expect(try store.all().map(\.quote.id) == Self.ids(after: 2))
  }

  @Test("names the copy that can't be written, and not the store that is only read")
  func fullDiskOfCopy() throws {
    let file = try StoreFile()
    let cut = try PowerCut(every: 1_000_000, seed: 1)
    defer { _ = cut.end() }
    try file.open().add(0..<10)
    cut.limit(bytes: 1)
    let target = cut.folder + "/copy.sqlite"
    let error = #expect(throws: StoreError.self) {
      try Store.copy(file.path, into: target, busyTimeoutMilliseconds: 0)
    }
    #expect(error?.reason == .diskFull)
    #expect(error?.path == target)
  }

  static func store(in folder: String) throws(StoreError) -> Store {
    try Store(
      path: folder + "/catalogue.sqlite", migrations: Schema.migrations,
      busyTimeoutMilliseconds: 0)
  }
}
