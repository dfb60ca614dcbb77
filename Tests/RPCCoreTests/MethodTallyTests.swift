// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Testing

@Suite("The tally of a method")
struct MethodTallyTests {
  private let tally = MethodTally(MethodPath(service: "test.Service", method: "Echo"), .unary)

  private var counts: MethodTally.Counts {
    var counts = MethodTally.Counts()
    tally.add(to: &counts)
    return counts
  }

  @Test("counts calls, messages and codes")
  func counting() {
    for _ in 0..<3 { tally.started() }
    tally.received()
    for _ in 0..<2 { tally.sent() }
    for code in [.ok, .ok, .notFound, .unauthenticated] as [Status.Code] { tally.ended(code) }
    #expect(counts.started == 3 && counts.received == 1 && counts.sent == 2)
    #expect(counts.succeeded == 2 && counts.failed == 2)
    #expect(counts.codes[5] == 1 && counts.codes[16] == 1)
  }

  @Test("counts codes that gRPC does not have as UNKNOWN", arguments: [-1, 17, 1_000])
  func oddCodes(number: Int32) {
    tally.ended(Status.Code(rawValue: number))
    #expect(counts.codes[2] == 1 && counts.failed == 1)
  }

  @Test("puts durations between their bounds")
  func times() {
    for bound in MethodTally.bounds {
      tally.took(bound)
      tally.took(bound + 1)
    }
    #expect(counts.times == [1] + [Int](repeating: 2, count: 15) + [1])
    #expect(counts.nanoseconds == Int(MethodTally.bounds.reduce(0) { $0 + 2 * $1 + 1 }))
  }

  @Test("times calls together that it was asked to leave untimed")
  func untimed() {
    #expect(tally.leaveUntimed())
    #expect(!tally.leaveUntimed())
    #expect(counts.times.reduce(0, +) == 0)
    tally.timeUntimed(200_000)
    #expect(counts.times[1] == 2 && counts.nanoseconds == 400_000)
    tally.timeUntimed(200_000)
    #expect(counts.times[1] == 2)
    #expect(tally.leaveUntimed())
  }
}
