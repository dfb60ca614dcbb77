// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import Testing

@Suite("A store")
struct StoreTests {
  private let file: StoreFile
  private let store: Store

  init() throws {
    file = try StoreFile()
    store = try file.open()
  }

  @Test("gives back all that a quote holds, after it was closed too")
  func everyField() throws {
    var quote = StoreFile.quote(1)
    quote.text = "Two\nlines, and a \u{1F9D1}\u{200D}\u{1F680}."
    quote.creator = "Ωμέγα"
    quote.source = "A work, chapter 1"
    quote.year = -399
    quote.language = "grc"
    quote.tags = ["one", "two words", "三"]
    quote.sourceURL = "https://example.org/?a=b&c"
    quote.attribution = .disputed
    quote.rating = .mature
    quote.translationOf = StoreFile.id(7)
    _ = try store.write(at: StoreFile.noon) { (transaction) throws(StoreError) in
      try transaction.insert(StoreFile.content(quote))
    }
    quote.createTime = StoreFile.noon
    quote.updateTime = StoreFile.noon
    quote.etag = "1"
    let stored = try #require(try file.open().all().first)
    #expect(stored.quote == quote)
    #expect(stored.length == quote.text.count && stored.position == 1 && !stored.isDeleted)
  }

  @Test("gives each quote the next place and never one again")
  func places() throws {
    try store.add(0..<3)
    #expect(try store.delete(2))
    try store.add(3..<5)
    #expect(try store.all().map(\.position) == [1, 2, 4, 5])
  }

  @Test("raises its revision by one with each write that changes something, and by no other")
  func revisions() throws {
    #expect(try store.revision() == 0)
    try store.add(0..<10)
    #expect(try store.revision() == 1)
    let none = try store.write(at: StoreFile.noon) { (transaction) throws(StoreError) in
      try transaction.delete(id: "nothing")
    }
    #expect(none.revision == nil && !none.result)
    #expect(try store.revision() == 1)
    #expect(try store.delete(3))
    #expect(try store.revision() == 2)
    #expect(Set(try store.all().map(\.quote.etag)) == ["1"])
  }

  @Test("tells what changed since a revision, as it is now")
  func changes() throws {
    try store.add(0..<4)
    try store.add(4..<6)
    #expect(try store.delete(1))
    let changed = try store.quotes(changedSince: 1)
    #expect(changed.map(\.quote.id) == [1, 4, 5].map(StoreFile.id))
    #expect(changed.map(\.isDeleted) == [true, false, false])
    #expect(try store.quotes(changedSince: 3).isEmpty)
    #expect(try store.quotes(changedSince: 0).count == 6)
  }

  @Test("keeps the id and the content of what was deleted taken")
  func deleted() throws {
    try store.add(0..<2)
    #expect(try store.delete(0))
    #expect(try store.delete(0) == false)
    #expect(try match(id: StoreFile.id(0), key: "") == .deleted(id: StoreFile.id(0)))
    #expect(try match(id: "", key: StoreFile.id(0)) == .deleted(id: StoreFile.id(0)))
    #expect(throws: StoreError.self) { try store.add(0..<1) }
  }

  @Test("finds a quote by what it holds at present, and no more by what it held before")
  func currentContent() throws {
    try store.add(0..<2)
    _ = try store.write(at: StoreFile.noon) { (transaction) throws(StoreError) in
      try transaction.update(StoreFile.content(StoreFile.quote(0), key: "new"))
    }
    #expect(try match(id: "", key: "new") == .living(id: StoreFile.id(0)))
    #expect(try match(id: "", key: StoreFile.id(0)) == nil)
    #expect(try match(id: StoreFile.id(0), key: "") == .living(id: StoreFile.id(0)))
  }

  @Test("prefers a living quote of some content to a deleted one that had it first")
  func livingFirst() throws {
    try store.add(0..<2)
    #expect(try store.delete(0))
    _ = try store.write(at: StoreFile.noon) { (transaction) throws(StoreError) in
      try transaction.update(StoreFile.content(StoreFile.quote(1), key: StoreFile.id(0)))
    }
    #expect(try match(id: StoreFile.id(0), key: StoreFile.id(0)) == .living(id: StoreFile.id(1)))
  }

  @Test("refuses two living quotes of one content, and keeps both as they were")
  func sameContent() throws {
    try store.add(0..<2)
    let before = try store.all()
    let error = #expect(throws: StoreError.self) {
      try store.write(at: StoreFile.noon) { (transaction) throws(StoreError) in
        try transaction.update(StoreFile.content(StoreFile.quote(1), key: StoreFile.id(0)))
      }
    }
    #expect(error?.reason == .constraint)
    #expect(try store.all() == before)
    #expect(try store.revision() == 1)
  }

  @Test("keeps nothing of a write that failed half way")
  func halfWay() throws {
    try store.add(0..<2)
    #expect(throws: StoreError.self) { try store.add(1..<5) }
    #expect(throws: StoreError.self) {
      try store.add(5..<8); try store.add(7..<9)
    }
    #expect(try store.all().map(\.quote.text) == [0, 1, 5, 6, 7].map { "Text \($0)" })
    #expect(try store.quotes(changedSince: 0).count == 5)
  }

  @Test("keeps the time of creation when a quote changes")
  func times() throws {
    try store.add(0..<1)
    let later = Timestamp(seconds: StoreFile.noon.seconds + 60)
    _ = try store.write(at: later) { (transaction) throws(StoreError) in
      try transaction.update(StoreFile.content(StoreFile.quote(0), key: StoreFile.id(0)))
    }
    let quote = try #require(try store.all().first?.quote)
    #expect(quote.createTime == StoreFile.noon && quote.updateTime == later && quote.etag == "2")
  }

  @Test("gives back a calendar, and its new form once it was changed")
  func calendars() throws {
    let dates = try [CivilDate("2025-02-14"), CivilDate("0001-01-01")]
    for (date, seed) in zip(dates, [UInt64.max, 0]) {
      let calendar = StoredCalendar(
        id: "default", timeZone: "Europe/Berlin", filter: [0, 255, 7], seed: seed, firstDate: date)
      _ = try store.write(at: StoreFile.noon) { (transaction) throws(StoreError) in
        try transaction.put(calendar)
      }
      #expect(try store.calendars() == [calendar])
    }
    #expect(try store.quotes(changedSince: 0).isEmpty)
  }

  @Test("keeps moments before 1970 as they are")
  func earlyTimes() throws {
    let moment = Timestamp(seconds: -2, nanoseconds: 999_000_000)
    _ = try store.write(at: moment) { (transaction) throws(StoreError) in
      try transaction.insert(StoreFile.content(StoreFile.quote(0), key: "key"))
    }
    #expect(try store.all().first?.quote.createTime == moment)
  }

  private func match(id: String, key: String) throws -> StoredMatch? {
    try store.match(id: id, contentKey: key)
  }
}
