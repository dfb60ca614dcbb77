// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest
internal import QuoteModel
internal import Testing

@Suite("The chain of days")
struct DayChainTests {
  /// By `printf … | sha256sum` over 32 zero bytes, or the chain before, and the line of the day.
  @Test("is what anyone gets who hashes the chain before and the day")
  func known() {
    var chain = DayChain()
    chain.add(
      calendar: "default", date: "2026-02-14", quoteID: "ixpxdozgev4ywo7h", reason: .scheduled)
    #expect(Self.hexadecimal(chain.value) == Self.first)
    chain.add(
      calendar: "default", date: "2026-02-15", quoteID: "lyduskynceus5i52", reason: .withdrawn)
    #expect(Self.hexadecimal(chain.value) == Self.second)
  }

  @Test("goes on behind a day whose chain is known")
  func goesOn() {
    var whole = DayChain()
    let first = whole.add(calendar: "a", date: "2026-01-01", quoteID: "q", reason: .pinned)
    whole.add(calendar: "a", date: "2026-01-02", quoteID: "r", reason: .replaced)
    var rest = DayChain(after: first)
    rest.add(calendar: "a", date: "2026-01-02", quoteID: "r", reason: .replaced)
    #expect(rest.value == whole.value)
  }

  @Test("tells apart days that differ in one thing")
  func distinct() {
    let days = [
      ("a", "2026-01-01", "q", DailyReason.scheduled), ("b", "2026-01-01", "q", .scheduled),
      ("a", "2026-01-02", "q", .scheduled), ("a", "2026-01-01", "r", .scheduled),
      ("a", "2026-01-01", "q", .pinned),
    ]
    let chains = days.map { calendar, date, id, reason in
      var chain = DayChain()
      return chain.add(calendar: calendar, date: date, quoteID: id, reason: reason)
    }
    #expect(Set(chains).count == days.count)
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static let first =
    "d0924ade6a3c0088e2afcced13c47c682f39bdb408c224aef18f5fbb4b388bd3"
  private static let second =
    "4581ba85de06be92defeefa7eab1b36de07c0687f76df1be93507c851a3753e4"
}
