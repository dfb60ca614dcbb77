// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Tells any number of readers that something has changed, and not what: who is told looks anew, so
/// that nothing is missed by who comes late, and many changes are one to who is slow.
final class ChangeNotices: Sendable {
  private struct State {
    var lastNumber = 0
    var readers: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let state = Mutex(State())

  deinit {
    for reader in state.withLock({ Array($0.readers.values) }) { reader.finish() }
  }

  /// Notices from now on, the first one at once.
  func stream() -> AsyncStream<Void> {
    let (stream, reader) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.readers[state.lastNumber] = reader
      return state.lastNumber
    }
    reader.onTermination = { [weak self] _ in
      self?.state.withLock { $0.readers[number] = nil }
    }
    reader.yield()
    return stream
  }

  /// Tells all readers.
  func post() {
    for reader in state.withLock({ Array($0.readers.values) }) { reader.yield() }
  }
}
