// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Lets each key through so often and no oftener: each has a bucket of tokens that fills by one at
/// every interval; a call takes one.
///
/// Any thread may use it. It remembers a bounded number of keys; who comes with ever new keys makes
/// it forget those that have not come for longest, and to them it is then as if they were new.
package final class RateLimiter: Sendable {
  private struct Memory {
    /// When the bucket of a key will be full, by keys that came lately and those that came before.
    var recent: [String: UInt64] = [:]
    var older: [String: UInt64] = [:]
  }

  private let intervalNanoseconds: UInt64
  private let fillNanoseconds: UInt64
  private let recentLimit: Int
  private let memory = Mutex(Memory())

  /// Creates a limiter whose buckets are full.
  ///
  /// - Parameters:
  ///   - tokens: What a bucket holds: so many calls may come at once.
  ///   - interval: How long it takes until another token is there.
  ///   - keys: How many keys are remembered at most.
  package init(tokens: Int, interval: Duration, keys: Int) {
    precondition(tokens > 0 && interval > .zero && keys > 1, "A limit that lets nobody through.")
    intervalNanoseconds = max(1, interval.wholeNanoseconds)
    let (fill, overflows) = intervalNanoseconds.multipliedReportingOverflow(by: UInt64(tokens))
    fillNanoseconds = overflows ? .max : fill
    recentLimit = keys / 2
  }

  /// Takes a token of a key's bucket at a moment of the monotonic clock, in nanoseconds. Answers nil
  /// where there was one, else how long it takes until there is.
  package func take(_ key: String, now: UInt64) -> Duration? {
    memory.withLock { memory in
      let full = max(memory.recent[key] ?? memory.older[key] ?? 0, now)
      let (missing, overflows) = (full - now).addingReportingOverflow(intervalNanoseconds)
      let isRefused = overflows || missing > fillNanoseconds
      let (later, isEndless) = full.addingReportingOverflow(intervalNanoseconds)
      remember(key, isRefused ? full : isEndless ? .max : later, in: &memory)
      guard isRefused else { return nil }
      return .nanoseconds(Int64(clamping: missing &- fillNanoseconds))
    }
  }

  /// How many keys are remembered.
  package var keyCount: Int {
    memory.withLock { memory in
      memory.recent.count + memory.older.keys.count { memory.recent[$0] == nil }
    }
  }

  private func remember(_ key: String, _ full: UInt64, in memory: inout Memory) {
    if memory.recent.updateValue(full, forKey: key) == nil, memory.recent.count > recentLimit {
      // Those of before have not come again while so many others came.
      memory.recent[key] = nil
      memory.older = memory.recent
      memory.recent = [key: full]
    }
  }
}
