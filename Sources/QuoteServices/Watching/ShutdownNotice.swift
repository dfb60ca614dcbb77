// SPDX-License-Identifier: Apache-2.0

package import RPCCore
internal import Synchronization

/// Tells streams that would never end by themselves that the server shuts down: they end at once,
/// and their callers go on with another server, or with this one when it is back.
package final class ShutdownNotice: Sendable {
  private struct State {
    var isAnnounced = false
    var lastNumber: UInt64 = 0
    var running: [UInt64: Task<Status?, Never>] = [:]
  }

  private let state = Mutex(State())

  /// Creates a notice of a shutdown that nobody knows of yet.
  package init() {}

  /// Ends all streams that run, and those that begin later.
  package func announce() {
    let running = state.withLock { state in
      state.isAnnounced = true
      return state.running
    }
    for task in running.values { task.cancel() }
  }

  /// What streams end with that the shutdown has ended.
  static let status = Status.refusal(
    .unavailable, "The server shuts down: ask again, here or elsewhere.",
    reason: "SHUTTING_DOWN", retryAfter: .seconds(1))

  /// Runs a stream's work in a task that is cancelled by the shutdown, and by the cancellation of
  /// the caller's own. Throws what the work throws, and UNAVAILABLE after the announcement.
  package func run(
    _ work: @escaping @Sendable () async throws(Status) -> Void
  ) async throws(Status) {
    let task = Task { () -> Status? in
      do throws(Status) {
        try await work()
        return nil
      } catch {
        return error
      }
    }
    let number = state.withLock { state in
      state.lastNumber += 1
      state.running[state.lastNumber] = task
      return state.lastNumber
    }
    if state.withLock({ $0.isAnnounced }) { task.cancel() }
    let end = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    let isAnnounced = state.withLock { state in
      state.running[number] = nil
      return state.isAnnounced
    }
    if isAnnounced { throw Self.status }
    if let end { throw end }
  }
}
