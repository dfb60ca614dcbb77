// SPDX-License-Identifier: Apache-2.0

internal import RPCTransport
internal import Testing

@Suite("The pauses between tries to connect")
struct BackoffTests {
  @Test("R36: begin with 1 s, grow by 1.6 and end at 120 s")
  func growth() {
    var pace = Backoff.Pace.connecting
    pace.spread = 1...1
    var pauses = Backoff(pace)
    let seconds = (0..<14).map { _ in pauses.next() / .seconds(1) }
    for (number, pause) in seconds.enumerated() {
      let expected = min((0..<number).reduce(1.0) { length, _ in length * 1.6 }, 120)
      #expect(abs(pause - expected) < 0.001, "Pause \(number) is \(pause) s.")
    }
    #expect(seconds.last == 120)
  }

  @Test("R36: are up to 20 % shorter or longer, by chance")
  func jitter() {
    let first = (0..<1_000).map { _ in
      var pauses = Backoff(.connecting)
      return pauses.next() / .seconds(1)
    }
    #expect(first.allSatisfy { (0.8...1.2).contains($0) })
    #expect(first.contains { $0 < 0.85 } && first.contains { $0 > 1.15 })
  }

  @Test("R36: begin anew after a try that went well")
  func reset() {
    var pauses = Backoff(.connecting)
    for _ in 0..<10 { _ = pauses.next() }
    pauses.reset()
    #expect(pauses.next() <= .seconds(1.2))
  }

  @Test("are never shorter than what the server asks for")
  func asked() {
    var pauses = Backoff(.connecting)
    #expect(pauses.next(atLeast: .seconds(7)) == .seconds(7))
    #expect(pauses.next(atLeast: .milliseconds(1)) > .seconds(1))
  }
}
