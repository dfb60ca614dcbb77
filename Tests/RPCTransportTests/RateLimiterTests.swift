// SPDX-License-Identifier: Apache-2.0

internal import RPCTransport
internal import Testing

@Suite("A rate limiter")
struct RateLimiterTests {
  private let second: UInt64 = 1_000_000_000

  @Test("lets a bucket of calls through at once, and then one at each interval")
  func bucket() {
    let limiter = RateLimiter(tokens: 3, interval: .seconds(1), keys: 10)
    let start = 5 * second
    #expect((0..<3).map { _ in limiter.take("a", now: start) } == [nil, nil, nil])
    #expect(limiter.take("a", now: start) == .seconds(1))
    #expect(limiter.take("a", now: start + second / 4) == .milliseconds(750))
    #expect(limiter.take("a", now: start + second) == nil)
    #expect(limiter.take("a", now: start + second) == .seconds(1))
  }

  @Test("says how long to wait so that who waits so long is let through, and who waits less is not")
  func waiting() throws {
    let limiter = RateLimiter(tokens: 2, interval: .nanoseconds(333_333_333), keys: 10)
    var now: UInt64 = 17
    for _ in 0..<2 { _ = limiter.take("a", now: now) }
    for _ in 0..<50 {
      let wait = try #require(limiter.take("a", now: now))
      let nanoseconds = UInt64(wait / .nanoseconds(1))
      #expect(limiter.take("a", now: now + nanoseconds - 1) != nil)
      now += nanoseconds
      #expect(limiter.take("a", now: now) == nil)
    }
  }

  @Test("is not lenient to who asks on while refused, nor stricter")
  func insisting() {
    let limiter = RateLimiter(tokens: 1, interval: .seconds(1), keys: 10)
    let passed = (0..<10_000).count { limiter.take("a", now: UInt64($0) * second / 100) == nil }
    #expect(passed == 100)
  }

  @Test("fills no bucket above what it holds")
  func idle() {
    let limiter = RateLimiter(tokens: 2, interval: .seconds(1), keys: 10)
    _ = limiter.take("a", now: 0)
    let later = 1_000 * second
    #expect((0..<3).map { _ in limiter.take("a", now: later) == nil } == [true, true, false])
  }

  @Test("gives each key a bucket of its own")
  func keys() {
    let limiter = RateLimiter(tokens: 1, interval: .seconds(1), keys: 10)
    #expect(limiter.take("a", now: 0) == nil)
    #expect(limiter.take("b", now: 0) == nil)
    #expect(limiter.take("a", now: 0) != nil)
  }

  @Test("remembers a bounded number of keys, those that come often before others")
  func bounded() {
    let limiter = RateLimiter(tokens: 1, interval: .seconds(3_600), keys: 100)
    #expect(limiter.take("often", now: 0) == nil)
    for number in 0..<10_000 {
      _ = limiter.take("stranger \(number)", now: 1)
      #expect(limiter.take("often", now: 1) != nil)
    }
    #expect(limiter.keyCount <= 100)
  }

  @Test("survives limits and clocks at the ends of their ranges")
  func extremes() {
    let endless = RateLimiter(tokens: .max, interval: .seconds(Int64.max), keys: 2)
    #expect(endless.take("a", now: 0) == nil)
    _ = endless.take("a", now: .max)
    let quick = RateLimiter(tokens: 1, interval: .nanoseconds(1), keys: 2)
    #expect(quick.take("a", now: .max) == nil)
    #expect(quick.take("a", now: 0) != nil, "A clock that went back gives nothing away.")
  }

  @Test("lets no more through when many threads ask at once")
  func threads() async {
    let limiter = RateLimiter(tokens: 100, interval: .seconds(3_600), keys: 10)
    let passed = await withTaskGroup(of: Int.self) { tasks in
      for _ in 0..<8 {
        tasks.addTask { (0..<1_000).count { _ in limiter.take("a", now: 1) == nil } }
      }
      return await tasks.reduce(0, +)
    }
    #expect(passed == 100)
  }
}
