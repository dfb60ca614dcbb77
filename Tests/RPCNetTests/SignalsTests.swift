// SPDX-License-Identifier: Apache-2.0

internal import RPCNet
internal import Testing

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

@Suite("Signals")
struct SignalsTests {
  @Test(
    "reach the program on a loop, by what they ask for",
    arguments: [
      (SIGTERM, Signals.Signal.terminate), (SIGINT, .interrupt), (SIGHUP, .hangUp),
    ])
  func delivered(number: Int32, signal: Signals.Signal) async throws {
    try await withLoops(1) { group in
      let (received, continuation) = AsyncStream.makeStream(of: Signals.Signal.self)
      let signals = try await Signals(on: group.handles[0]) { continuation.yield($0) }
      kill(getpid(), number)
      // Another case of this test may have sent its own to all.
      var found = false
      for await next in received where next == signal {
        found = true
        break
      }
      #expect(found)
      withExtendedLifetime(signals) {}
    }
  }
}
