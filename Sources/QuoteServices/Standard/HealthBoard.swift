// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import Synchronization

/// Whether each service of a server takes calls, for all who ask and all who watch.
package final class HealthBoard: Sendable {
  private struct State {
    var isServing = true
    var lastNumber: UInt64 = 0
    var watchers: [UInt64: AsyncStream<Void>.Continuation] = [:]
  }

  private let state = Mutex(State())

  /// Creates the board of a server that serves.
  package init() {}

  /// Tells that the server serves no longer.
  package func shutDown() {
    let watchers = state.withLock { state in
      state.isServing = false
      return state.watchers.values
    }
    for watcher in watchers {
      watcher.yield()
      watcher.finish()
    }
  }

  /// How the services that are here are.
  package var status: ServingStatus {
    state.withLock { $0.isServing } ? .serving : .notServing
  }

  /// Brings an element whenever the status has changed, and ends when it won't any more.
  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state -> UInt64? in
      guard state.isServing else { return nil }
      state.lastNumber += 1
      state.watchers[state.lastNumber] = continuation
      return state.lastNumber
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
    }
    return stream
  }
}
