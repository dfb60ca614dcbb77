// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Synchronization

/// What tasks have for the loop of a session that is tested without one: the test hands it on.
final class TaskMail {
  private let queue = Queue()
  /// What the loop's clock shows when it is read anew.
  let clock = TestClock()
  /// What is reported of calls.
  var reporting: CallReporting?
  let unknownMethods = MethodTally(nil, .unary)
  let tasks: CallTasks
  /// How often it was told that a flood of replies has gone.
  let floods = Floods()

  init(limit: Int = 4_096) {
    tasks = CallTasks(limit: limit) { [queue] work in queue.append(work) }
  }

  /// What a session on such a loop shares with others.
  func share(_ limits: Limits, _ counters: ServerCounters) -> LoopShare {
    LoopShare(
      limits: limits, encodeStatusDetails: { _ in [0xD, 0xE] }, counters: counters, tasks: tasks,
      clock: { [clock] in clock.now }, callReporting: reporting,
      unknownMethods: unknownMethods,
      floodHasGone: { [floods] in floods.count.withLock { $0 += 1 } })
  }

  /// Whether there is nothing to hand on.
  var isEmpty: Bool { queue.isEmpty }

  /// Waits until there is something, and hands on the first.
  func deliver() async { (await queue.next())(tasks) }

  final class TestClock: Sendable {
    private let nanoseconds = Mutex<UInt64>(0)

    var now: UInt64 {
      get { nanoseconds.withLock { $0 } }
      set { nanoseconds.withLock { $0 = newValue } }
    }
  }

  final class Floods: Sendable {
    fileprivate let count = Mutex(0)

    var gone: Int { count.withLock { $0 } }
  }

  private final class Queue: Sendable {
    typealias Work = @Sendable (CallTasks) -> Void
    private struct State {
      var works: [Work] = []
      var waiter: CheckedContinuation<Work, Never>?
    }
    private let state = Mutex(State())

    var isEmpty: Bool { state.withLock { $0.works.isEmpty } }

    func append(_ work: @escaping Work) -> Bool {
      state.withLock { state in
        if let waiter = state.waiter.take() {
          waiter.resume(returning: work)
        } else {
          state.works.append(work)
        }
      }
      return true
    }

    func next() async -> Work {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          if state.works.isEmpty {
            state.waiter = continuation
          } else {
            continuation.resume(returning: state.works.removeFirst())
          }
        }
      }
    }
  }
}
