// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import Testing

@Suite("What a store keeps beside the quotes")
struct CareTests {
  private let file: StoreFile
  private let store: Store

  init() throws {
    file = try StoreFile()
    store = try file.open()
  }

  private func write<Result>(
    at time: Timestamp = StoreFile.noon,
    _ body: (inout StoreTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> (result: Result, revision: UInt64?) {
    try store.write(at: time, body)
  }

  private static func later(_ seconds: Int64) -> Timestamp {
    Timestamp(seconds: StoreFile.noon.seconds + seconds)
  }

  @Test("tells which quotes resemble one, the first one first, and none that was deleted")
  func near() throws {
    _ = try write { transaction throws(StoreError) in
      for number in 0..<4 {
        try transaction.insert(
          StoreFile.content(StoreFile.quote(number), nearKey: number == 3 ? -1 : .min))
      }
    }
    #expect(try store.nearQuote(.min, except: "") == StoreFile.id(0))
    #expect(try store.nearQuote(.min, except: StoreFile.id(0)) == StoreFile.id(1))
    #expect(try store.delete(0))
    #expect(try store.nearQuote(.min, except: StoreFile.id(1)) == StoreFile.id(2))
    #expect(try store.nearQuote(-1, except: StoreFile.id(3)) == nil)
    #expect(try store.nearQuote(0, except: "") == nil)
  }

  @Test("brings a deleted quote back at its old place")
  func restore() throws {
    try store.add(0..<3)
    #expect(try store.delete(1))
    #expect(try store.deletedQuotes().map(\.quote.id) == [StoreFile.id(1)])
    let written = try write(at: Self.later(5)) { transaction throws(StoreError) in
      try transaction.restore(StoreFile.content(StoreFile.quote(1)))
    }
    #expect(written.result)
    let quote = try store.all()[1]
    #expect(quote.position == 2 && quote.quote.id == StoreFile.id(1))
    #expect(quote.quote.createTime == StoreFile.noon && quote.quote.updateTime == Self.later(5))
    #expect(try store.deletedQuotes().isEmpty)
    let again = try write { transaction throws(StoreError) in
      try transaction.restore(StoreFile.content(StoreFile.quote(1)))
    }
    #expect(!again.result && again.revision == nil)
  }

  @Test("takes quotes over with their past")
  func past() throws {
    let past = StoredPast(
      created: Timestamp(seconds: -5), updated: Timestamp(seconds: 7), isDeleted: true,
      isPurged: false)
    _ = try write { transaction throws(StoreError) in
      try transaction.insert(StoreFile.content(StoreFile.quote(1)), past: past)
    }
    let stored = try #require(try store.deletedQuotes().first)
    #expect(stored.isDeleted && !stored.isPurged && stored.quote.etag == "1")
    #expect(stored.quote.createTime == past.created && stored.quote.updateTime == past.updated)
    #expect(try store.all().isEmpty)
  }

  @Test("tells of pins by date, those of every year first")
  func pins() throws {
    let pins = ["2027-01-01", "--02-29", "2026-12-31"].map {
      StoredPin(calendar: "default", date: $0, quoteID: StoreFile.id(1))
    }
    _ = try write { transaction throws(StoreError) in
      for pin in pins { try transaction.put(pin) }
      try transaction.put(StoredPin(calendar: "de", date: "--02-29", quoteID: StoreFile.id(2)))
    }
    #expect(
      try store.pins(of: "default").map(\.date) == ["--02-29", "2026-12-31", "2027-01-01"])
    #expect(try store.pins().map(\.calendar) == ["de", "default", "default", "default"])
    let removed = try write { transaction throws(StoreError) in
      try [
        transaction.removePin(calendar: "default", date: "--02-29"),
        transaction.removePin(calendar: "default", date: "--02-29"),
      ]
    }
    #expect(removed.result == [true, false])
    #expect(try store.pins(of: "de").count == 1)
    #expect(try store.kinds(changedSince: 1) == [.pin])
  }

  @Test("gives tokens back as they were made and revoked")
  func tokens() throws {
    let good = StoredToken(
      id: "t1", name: "Zoë", role: 2, hash: Array(0..<32), created: StoreFile.noon, revoked: nil)
    let revoked = StoredToken(
      id: "t0", name: "", role: 3, hash: Array(1..<33), created: Self.later(1),
      revoked: Self.later(2))
    _ = try write { transaction throws(StoreError) in
      try transaction.put(revoked)
      try transaction.put(good)
    }
    #expect(try file.open().tokens() == [good, revoked])
  }

  @Test("finds the answer to a request of the same actor until it is too old")
  func requests() throws {
    let request = StoredRequest(
      actor: "t1", id: "r", method: "/a/B", digest: [1, 2], response: [0, 255])
    let written = try write { transaction throws(StoreError) in try transaction.keep(request) }
    #expect(written.revision == nil, "Nobody sees it.")
    #expect(try file.open().request("r", by: "t1", since: StoreFile.noon) == request)
    #expect(try store.request("r", by: "t2", since: StoreFile.noon) == nil)
    #expect(try store.request("r", by: "t1", since: Self.later(1)) == nil)
    _ = try write(at: Self.later(9)) { transaction throws(StoreError) in
      try transaction.forgetRequests(before: Self.later(1))
    }
    #expect(try store.request("r", by: "t1", since: StoreFile.noon) == nil)
  }

  @Test("numbers the lines of the audit log without gaps and gives them page by page")
  func audit() throws {
    for number in 0..<5 {
      _ = try write { transaction throws(StoreError) in
        try transaction.audit(
          actor: "local", action: "PurgeQuote", target: "q\(number)", detail: "law")
      }
    }
    let lines = try store.auditLines(after: 1, limit: 3)
    #expect(lines.map(\.number) == [2, 3, 4] && lines.map(\.target) == ["q1", "q2", "q3"])
    #expect(lines.map(\.revision) == [2, 3, 4] && lines[0].time == StoreFile.noon)
    #expect(try store.auditLines(before: 4, limit: 2).map(\.number) == [3, 2])
  }

  @Test("can be read beside the writer, at one revision for as long as it takes")
  func reader() throws {
    try store.add(0..<2)
    let reader = try Store(reading: file.path, busyTimeoutMilliseconds: 0)
    try reader.read { () throws(StoreError) in
      #expect(try reader.revision() == 1)
      try store.add(2..<5)
      #expect(try reader.all().count == 2)
    }
    #expect(try reader.all().count == 5)
    let error = #expect(throws: StoreError.self) { try reader.add(5..<6) }
    #expect(error?.reason == .readOnly)
  }
}
