// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteTesting
internal import Testing

@Suite("A clock that can't be right")
struct CalendarClockTests {
  @Test("in 1970 fixes nothing, warns, and serves what is fixed")
  func behind() async throws {
    var almanac = try Almanac(Workshop.quotes(0..<40))
    let before = try almanac.calendar().ledger
    try almanac.clock.set("1970-01-01")
    try await almanac.restart()
    let condition = await almanac.catalogue.tendCalendars()
    #expect(
      condition
        == .clockBehind(
          today: try CivilDate("1970-01-01"), fixed: try CivilDate("2026-02-16")))
    try await almanac.catalogue.add([Workshop.quote(99)])
    #expect(try almanac.calendar().ledger == before)
    #expect(try almanac.quote(on: "2026-02-14").1.certainty == .fixed)
    try almanac.clock.set("2026-02-20")
    _ = await almanac.catalogue.tendCalendars()
    #expect(try almanac.calendar().ledger.lastDate?.description == "2026-02-22")
  }

  @Test("is one that lies more than two days before the last date that is fixed")
  func edgeBehind() async throws {
    let almanac = try Almanac(Workshop.quotes(0..<40))
    try almanac.clock.set("2026-02-14")
    #expect(await almanac.catalogue.tendCalendars().isCurrent)
    try almanac.clock.set("2026-02-13")
    #expect(await !almanac.catalogue.tendCalendars().isCurrent)
  }

  @Test("fixes nothing when it is 401 days ahead, until an administrator says that it is right")
  func ahead() async throws {
    var almanac = try Almanac(Workshop.quotes(0..<40))
    // The horizon of noon is two days ahead of its date.
    try await almanac.restart(afterDays: 401)
    let condition = await almanac.catalogue.tendCalendars()
    #expect(
      condition
        == .clockAhead(
          today: try CivilDate("2027-03-22"), fixed: try CivilDate("2026-02-16")))
    try await almanac.catalogue.add([Workshop.quote(99)])
    #expect(try almanac.calendar().ledger.lastDate?.description == "2026-02-16")
    #expect(try almanac.quote(on: "2027-03-22").1.certainty == .expected)
    await #expect(throws: EditProblem.self) {
      try await almanac.catalogue.fixDays(through: CivilDate("2027-03-25"), by: .local)
    }
    let last = try await almanac.catalogue.fixDays(through: CivilDate("2027-03-22"), by: .local)
    #expect(last?.description == "2027-03-24")
    #expect(await almanac.catalogue.tendCalendars().isCurrent)
    try almanac.expectChained()
  }

  @Test("fixes only through the date that an administrator names where it is years ahead")
  func yearsAhead() async throws {
    let almanac = try Almanac(Workshop.quotes(0..<40))
    try almanac.clock.set("2036-02-14")
    let last = try await almanac.catalogue.fixDays(through: CivilDate("2027-01-01"), by: .local)
    #expect(last?.description == "2027-01-01")
    #expect(await !almanac.catalogue.tendCalendars().isCurrent)
    #expect(try almanac.calendar().ledger.lastDate?.description == "2027-01-01")
  }

  @Test("is none where it is 400 days ahead: that is a long holiday")
  func edgeAhead() async throws {
    var almanac = try Almanac(Workshop.quotes(0..<40))
    try await almanac.restart(afterDays: 400)
    #expect(await almanac.catalogue.tendCalendars().isCurrent)
  }

  @Test("leaves dates expected while the store refuses them, and makes up for it afterwards")
  func refused() async throws {
    var almanac = try Almanac(Workshop.quotes(0..<40))
    try await almanac.execute(
      "CREATE TRIGGER no BEFORE INSERT ON days BEGIN SELECT RAISE(ABORT, 'no'); END")
    try await almanac.restart(afterDays: 10)
    let condition = await almanac.catalogue.tendCalendars()
    guard case .failed = condition else {
      Issue.record("\(condition)")
      return
    }
    #expect(try almanac.quote(on: "2026-02-24").1.certainty == .expected)
    // What people write is taken all the same.
    try await almanac.catalogue.add([Workshop.quote(99)])
    #expect(almanac.catalogue.snapshots.latest.count == 41)
    let expected = try almanac.quote(on: "2026-02-24").0.id
    try await almanac.execute("DROP TRIGGER no")
    #expect(await almanac.catalogue.tendCalendars().isCurrent)
    #expect(try almanac.quote(on: "2026-02-24").1.certainty == .fixed)
    #expect(try almanac.quote(on: "2026-02-24").0.id == expected)
    try almanac.expectChained()
  }
}

extension CalendarCondition {
  /// Whether all is well.
  fileprivate var isCurrent: Bool { if case .current = self { true } else { false } }
}

extension Almanac {
  /// Runs a statement on the store by another program.
  func execute(_ sql: String) async throws {
    let result = try await Program(path: "/usr/bin/env").run([
      "python3", "-c",
      "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).connection.commit()",
      workshop.directory + "/catalogue.sqlite", sql,
    ])
    #expect(result.status == 0, "\(result.error)")
  }
}
