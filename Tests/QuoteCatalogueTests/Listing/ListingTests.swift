// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("A list of quotes")
struct ListingTests {
  private let workshop: Workshop
  private let catalogue: Catalogue

  init() throws {
    workshop = try Workshop()
    catalogue = try workshop.open()
  }

  private func page(
    _ change: (inout ListQuotesRequest) -> Void
  ) throws(ListProblem) -> (bytes: [UInt8], tail: PageTail) {
    var request = ListQuotesRequest()
    change(&request)
    var bytes: [UInt8] = []
    let tail = try catalogue.snapshots.latest.appendPage(request, to: &bytes)
    return (bytes, tail)
  }

  private func texts(_ bytes: [UInt8]) throws -> [String] { try decodedQuotes(bytes).map(\.text) }

  private func add(_ numbers: Range<Int>) async throws {
    _ = try await catalogue.add(Workshop.quotes(numbers))
  }

  /// The texts of all pages of a list.
  private func walk(
    _ change: (inout ListQuotesRequest) -> Void, between: () async throws -> Void = {}
  ) async throws -> [String] {
    var token = ""
    var all: [String] = []
    repeat {
      let (bytes, tail) = try page {
        change(&$0)
        $0.pageToken = token
      }
      all += try texts(bytes)
      token = tail.nextPageToken
      try await between()
    } while !token.isEmpty
    return all
  }

  @Test(
    "has 50 quotes on a page, 1,000 at most",
    arguments: [(0, 50), (1, 1), (1_000, 1_000), (1_001, 1_000), (.max, 1_000)] as [(Int32, Int)])
  func pageSizes(size: Int32, rows: Int) async throws {
    try await add(0..<1_030)
    let (bytes, tail) = try page { $0.pageSize = size }
    #expect(try texts(bytes) == Workshop.quotes(0..<rows).map(\.text))
    #expect(tail.rowCount == rows && tail.totalSize == 1_030 && !tail.nextPageToken.isEmpty)
    #expect(tail.revision == catalogue.snapshots.latest.revision)
  }

  @Test("has every quote once, whatever the size of the pages", arguments: [1, 2, 3, 7, 50, 1_000])
  func allPages(size: Int32) async throws {
    // More than two segments, but few enough for pages of one.
    let count = size < 7 ? 1_100 : 2_300
    try await add(0..<count)
    let texts = Workshop.quotes(0..<count).map(\.text)
    #expect(try await walk { $0.pageSize = size } == texts)
    #expect(
      try await walk {
        $0.pageSize = size
        $0.order = .newest
      } == texts.reversed())
  }

  @Test("ends with a page that has no token, also where the rows end with the page")
  func lastPage() async throws {
    try await add(0..<20)
    #expect(try page { $0.pageSize = 20 }.tail.nextPageToken.isEmpty)
    #expect(try !page { $0.pageSize = 19 }.tail.nextPageToken.isEmpty)
    #expect(try page { $0.skip = 20 }.tail.rowCount == 0)
  }

  @Test(
    "is empty in an empty catalogue, in both orders", arguments: [QuoteOrder.catalogue, .newest])
  func empty(order: QuoteOrder) throws {
    let (bytes, tail) = try page { $0.order = order }
    #expect(bytes.isEmpty && tail.totalSize == 0 && tail.nextPageToken.isEmpty)
  }

  @Test(
    "passes over rows from where the token stands",
    arguments: [0, 1, 999, 1_024, 2_000, 2_299, 2_300, .max] as [Int32])
  func skip(rows: Int32) async throws {
    try await add(0..<2_300)
    let start = Int(min(rows, 2_300))
    let (bytes, tail) = try page {
      $0.skip = rows
      $0.pageSize = 3
    }
    #expect(try texts(bytes) == Workshop.quotes(start..<min(start + 3, 2_300)).map(\.text))
    #expect(tail.totalSize == 2_300)
    let token = try page { $0.pageSize = 10 }.tail.nextPageToken
    let next = try page {
      $0.pageToken = token
      $0.skip = rows
      $0.pageSize = 1
    }
    #expect(
      try texts(next.bytes)
        == Workshop.quotes(min(start + 10, 2_300)..<min(start + 11, 2_300)).map(\.text))
  }

  @Test(
    "repeats and hides nothing that stays, whatever comes and goes meanwhile",
    arguments: [QuoteOrder.catalogue, .newest], [1, 4, 100] as [Int32])
  func changesBetween(order: QuoteOrder, size: Int32) async throws {
    // Each page costs two writes to the disk.
    let count = size == 100 ? 1_500 : 30 * Int(size)
    try await add(0..<count)
    let ids = try catalogue.snapshots.latest.allQuotes().map(\.id)
    var random = SystemRandomNumberGenerator()
    var removed: Set<Int> = []
    var added = count
    let seen = try await walk {
      $0.pageSize = size
      $0.order = order
    } between: {
      // Also the row that the token names, now and then.
      let numbers = (0..<3).map { _ in Int.random(in: 0..<count, using: &random) }
      removed.formUnion(numbers)
      _ = try await catalogue.deleteQuotes(ids: numbers.map { ids[$0] }, by: .local)
      // In catalogue order a list that grows faster than it is read would have no end.
      if added < count + 20 {
        try await add(added..<added + 2)
        added += 2
      }
    }
    #expect(Set(seen).count == seen.count, "A quote came twice.")
    let stayed = (0..<count).filter { !removed.contains($0) }.map { Workshop.quote($0).text }
    #expect(Set(stayed).isSubset(of: seen), "A quote was hidden.")
    let numbers = seen.compactMap { Int($0.dropFirst("Text number ".count).dropLast()) }
    #expect(numbers == (order == .newest ? numbers.sorted(by: >) : numbers.sorted()))
  }

  @Test("goes on behind a row that was deleted")
  func deletedRow() async throws {
    try await add(0..<10)
    let token = try page { $0.pageSize = 4 }.tail.nextPageToken
    let ids = try catalogue.snapshots.latest.allQuotes().map(\.id)
    _ = try await catalogue.deleteQuotes(ids: [ids[3]], by: .local)
    let next = try page {
      $0.pageToken = token
      $0.pageSize = 2
    }
    #expect(try texts(next.bytes) == Workshop.quotes(4..<6).map(\.text))
  }

  @Test("ends a page at 1 MiB of quotes")
  func byteLimit() async throws {
    let quotes = (0..<80).map { number in
      var quote = Quote()
      quote.text = String(repeating: "x", count: 4_000 + number)
      quote.source = String(repeating: "s", count: 2_000)
      quote.tags = (0..<60).map { "\($0) \(number)" + String(repeating: "t", count: 190) }
      return quote
    }
    _ = try await catalogue.add(quotes)
    let (bytes, tail) = try page { $0.pageSize = 1_000 }
    #expect(bytes.count <= 1 << 20 && bytes.count > 1 << 20 - 20_000)
    #expect(tail.rowCount < 80 && tail.totalSize == 80)
    for order in [QuoteOrder.catalogue, .newest] {
      let all = try await walk {
        $0.pageSize = 1_000
        $0.order = order
      }
      #expect(all.count == 80 && Set(all).count == 80)
    }
  }

  @Test("is refused with numbers that can't be")
  func badNumbers() throws {
    #expect(throws: ListProblem.negativePageSize(-1)) { try page { $0.pageSize = -1 } }
    #expect(throws: ListProblem.negativeSkip(.min)) { try page { $0.skip = .min } }
    #expect(throws: ListProblem.unknownOrder(77)) {
      try page { $0.order = QuoteOrder(rawValue: 77) }
    }
  }

  @Test("appends to what is there, and nothing where it is refused")
  func appends() async throws {
    try await add(0..<3)
    var bytes: [UInt8] = [1, 2, 3]
    var request = ListQuotesRequest()
    _ = try catalogue.snapshots.latest.appendPage(request, to: &bytes)
    #expect(bytes.starts(with: [1, 2, 3, 0x0A]))
    let before = bytes
    request.pageSize = -1
    #expect(throws: ListProblem.self) {
      try catalogue.snapshots.latest.appendPage(request, to: &bytes)
    }
    #expect(bytes == before)
  }
}
