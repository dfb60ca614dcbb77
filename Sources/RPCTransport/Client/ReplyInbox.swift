// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Synchronization

/// The responses of one stream on their way from the channel's loop to the task that reads them.
final class ReplyInbox: Sendable {
  /// What a reader gets, and whether its taking has made room where there was none.
  struct Item: Sendable {
    /// A response; nil after the last.
    let response: Result<ReceivedMessage?, Status>
    /// Whether the loop waits to be told that there is room again.
    var makesRoom = false
  }

  private struct State {
    var responses: [ReceivedMessage?] = []
    /// How many of `responses` have been taken.
    var taken = 0
    /// What waits, in bytes.
    var bytes = 0
    /// How the stream ended; nil while it goes on.
    var end: Result<ReceivedMessage?, Status>?
    var isFull = false
    var reader: CheckedContinuation<Item, Never>?

    /// What a reader gets at once; nil where it has to wait.
    mutating func take(roomBelow bytes: Int) -> Item? {
      guard taken < responses.count else {
        guard let end else { return nil }
        self.end = .success(nil)
        return Item(response: end)
      }
      let response = responses[taken].take()
      taken += 1
      self.bytes -= response?.bytes.count ?? 0
      if taken == responses.count {
        responses.removeAll(keepingCapacity: true)
        taken = 0
      }
      let makesRoom = isFull && self.bytes <= bytes
      if makesRoom { isFull = false }
      return Item(response: .success(response), makesRoom: makesRoom)
    }
  }

  private let limitBytes: Int
  private let state = Mutex(State())

  /// Creates an inbox that is full once more than so many bytes wait in it.
  init(limitBytes: Int) { self.limitBytes = limitBytes }

  /// Takes a response; answers whether there is room for more. One that comes after the end is
  /// dropped.
  func put(_ response: ReceivedMessage) -> Bool {
    let (reader, hasRoom) = state.withLock { state -> (CheckedContinuation<Item, Never>?, Bool) in
      guard state.end == nil else { return (nil, true) }
      if let reader = state.reader.take() { return (reader, true) }
      state.responses.append(response)
      state.bytes += response.bytes.count
      if state.bytes > limitBytes { state.isFull = true }
      return (nil, !state.isFull)
    }
    reader?.resume(returning: Item(response: .success(response)))
    return hasRoom
  }

  /// Ends the stream, after what waits; by a status, or well.
  func end(_ status: Status?) { end(status.map { .failure($0) } ?? .success(nil), keeping: true) }

  /// Ends the stream at once, since its reader gave it up.
  func abandon(_ status: Status) { end(.failure(status), keeping: false) }

  /// The next response; nil after the last. Only one task may wait at a time.
  func next() async -> Item {
    await withCheckedContinuation { continuation in
      let item = state.withLock { state -> Item? in
        if let item = state.take(roomBelow: limitBytes / 2) { return item }
        state.reader = continuation
        return nil
      }
      if let item { continuation.resume(returning: item) }
    }
  }

  private func end(_ end: Result<ReceivedMessage?, Status>, keeping keepsRest: Bool) {
    let reader = state.withLock { state -> CheckedContinuation<Item, Never>? in
      guard state.end == nil else { return nil }
      if !keepsRest {
        state.responses = []
        state.taken = 0
      }
      guard let reader = state.reader.take() else {
        state.end = end
        return nil
      }
      state.end = .success(nil)
      return reader
    }
    reader?.resume(returning: Item(response: end))
  }
}
