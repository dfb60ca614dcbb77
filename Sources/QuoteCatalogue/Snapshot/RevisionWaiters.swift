// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Those who wait until something shows a revision or a later one, each for a limited time.
///
/// What is shown belongs to somebody else, behind a lock of its own. So that nobody is missed, who
/// shows a revision changes that first and calls `wake` then, and who waits looks at it only once
/// they can be woken.
final class RevisionWaiters: Sendable {
  private struct State {
    var waiting: [Int: (revision: UInt64, wake: AsyncStream<Never>.Continuation)] = [:]
    var lastTicket = 0
  }

  private let state = Mutex(State())

  /// Waits until it is woken, the time is over, or the task is cancelled.
  ///
  /// - Parameter isDecided: Whether there is nothing to wait for any more.
  func wait(
    for revision: UInt64, within limit: Duration, unless isDecided: () -> Bool
  ) async {
    let (stream, wake) = AsyncStream.makeStream(of: Never.self)
    let ticket = state.withLock { state in
      state.lastTicket += 1
      state.waiting[state.lastTicket] = (revision, wake)
      return state.lastTicket
    }
    defer { state.withLock { $0.waiting[ticket] = nil } }
    guard !isDecided() else { return }
    let alarm = Task {
      try? await Task.sleep(for: limit)
      wake.finish()
    }
    defer { alarm.cancel() }
    for await _ in stream {}
  }

  /// Wakes those who wait for a revision or an earlier one.
  func wake(upTo revision: UInt64) {
    let woken = state.withLock { state in
      state.waiting.values.filter { $0.revision <= revision }.map(\.wake)
    }
    for wake in woken { wake.finish() }
  }

  /// Wakes all, since what they wait for won't come.
  func wakeAll() { wake(upTo: .max) }
}
