// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import Testing

@Suite("Fixed days in the store")
struct DayTests {
  private let file: StoreFile

  init() throws { file = try StoreFile() }

  private func days(
    _ numbers: ClosedRange<Int>, quote: Int, calendar: String = "default"
  ) -> [StoredDay] {
    numbers.map { number in
      StoredDay(
        calendar: calendar, day: number, quoteID: StoreFile.id(quote), reason: 1, cycle: 2,
        cyclePosition: number - 10, chain: [UInt8(truncatingIfNeeded: number), 7])
    }
  }

  private func fix(_ days: [StoredDay], in store: Store) throws -> [StoredDay] {
    try store.write(at: StoreFile.noon) { (transaction) throws(StoreError) in
      try transaction.fix(days)
    }.result
  }

  @Test("are read back as they were fixed, also by another opener")
  func readBack() throws {
    let given = days(-3...40, quote: 1)
    #expect(try fix(given, in: file.open()) == given)
    let store = try file.open()
    #expect(try store.days(of: "default", from: -3) == given)
    #expect(try store.days(of: "default", from: 40) == Array(given.suffix(1)))
    #expect(try store.lastDay(of: "default") == given.last)
    #expect(try store.days(of: "other", from: -3).isEmpty)
  }

  @Test("stay where they are fixed already, and only the others are added")
  func insertIfAbsent() throws {
    let store = try file.open()
    let first = days(10...12, quote: 1)
    _ = try fix(first, in: store)
    let now = try fix(days(11...14, quote: 2), in: store)
    #expect(now == Array(first.suffix(2)) + days(13...14, quote: 2))
  }

  @Test("are replaced only when that is asked for, which is noted as a change of their calendar")
  func replaced() throws {
    let store = try file.open()
    _ = try fix(days(10...12, quote: 1) + days(10...10, quote: 1, calendar: "en"), in: store)
    let seen = try store.revision()
    _ = try store.write(at: StoreFile.noon) { (transaction) throws(StoreError) in
      try transaction.replace(days(11...11, quote: 3))
    }
    #expect(try store.day(11, of: "default")?.quoteID == StoreFile.id(3))
    #expect(try store.kinds(changedSince: seen) == [.day])
    #expect(try store.ids(of: .day, since: seen) == ["default"])
    #expect(try store.days(withQuote: StoreFile.id(3)).map(\.day) == [11])
  }

  @Test("keep the quotes that were deleted within reach, and not those that were purged")
  func deleted() throws {
    let store = try file.open()
    try store.add(1..<5)
    _ = try fix(
      days(10...10, quote: 1) + days(11...11, quote: 2) + days(12...12, quote: 3), in: store)
    _ = try store.delete(1)
    _ = try store.delete(4)
    _ = try store.write(at: StoreFile.noon) { (transaction) throws(StoreError) in
      try transaction.purge(id: StoreFile.id(2))
    }
    #expect(try store.deletedQuotesWithDays().map(\.quote.id) == [StoreFile.id(1)])
  }
}
