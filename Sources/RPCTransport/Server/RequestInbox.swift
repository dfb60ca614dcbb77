// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Synchronization

/// The requests of one call on their way from the loop to the task that reads them, and what of the
/// stream's window they take: it is given back as the task takes them, and not before.
///
/// What waits is no more than the window; a message that is larger than that gets through, since the
/// window is given back too for what has come of the one that the task waits for.
final class RequestInbox: Sendable {
  /// What the loop hears when something has arrived.
  struct Receipt {
    /// What is given back of the window, in bytes.
    let freedBytes: Int
    /// What waits to be read, in bytes.
    let waitingBytes: Int
  }

  /// What a reader gets.
  struct Item: Sendable {
    /// A request; nil after the last.
    let request: Result<RequestQueue.Request?, Status>
    /// What the loop has to give back of the window, in bytes; 0 where that can wait.
    var freedBytes = 0
  }

  fileprivate typealias Continuation = CheckedContinuation<Item, Never>

  /// The largest request, in bytes.
  let messageBytes: Int
  /// So much is given back at a time, in bytes, where the task doesn't wait.
  private let portionBytes: Int
  private let state = Mutex(State())

  /// Creates an inbox for a stream with a window of so many bytes.
  init(windowBytes: Int, messageBytes: Int) {
    self.messageBytes = messageBytes
    portionBytes = max(1, windowBytes / 4)
  }

  /// Takes the requests with which `fill` fills the queue, and what has arrived of the window.
  func put(
    windowBytes: Int, _ fill: (inout RequestQueue) throws(Status) -> Void
  ) throws(Status) -> Receipt {
    let (reader, item, receipt) = try state.withLock { state throws(Status) in
      if state.end == nil { try fill(&state.queue) }
      return state.arrived(windowBytes)
    }
    if let item { reader?.resume(returning: item) }
    return receipt
  }

  /// Ends the requests, after those that wait.
  func end() { finish(.success(nil), keepsRest: true) }

  /// Ends the requests at once, since the call is over; answers what was held of the window.
  func fail(_ status: Status) -> Int {
    finish(.failure(status), keepsRest: false)
    return state.withLock { $0.freeAll() }
  }

  /// What waits to be read, in bytes.
  var waitingBytes: Int { state.withLock { $0.queue.byteCount } }

  /// Gives the next request, or waits for it. `free` is told what the loop has to give back of the
  /// window meanwhile.
  func next(free: (Int) -> Void) async -> Item {
    let (item, number) = state.withLock { state in
      let item = state.take(portionBytes)
      if item == nil { state.lastNumber += 1 }
      return (item, state.lastNumber)
    }
    if let item { return item }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, number, free) }
    } onCancel: {
      // Only this task gives up; the call may go on.
      let reader = state.withLock { state in
        state.reader?.number == number ? state.reader.take() : nil
      }
      reader?.continuation.resume(returning: Item(request: .failure(.readerCancelled)))
    }
  }

  private func wait(_ continuation: Continuation, _ number: UInt64, _ free: (Int) -> Void) {
    let (item, freedBytes) = state.withLock { state -> (Item?, Int) in
      if let item = state.take(portionBytes) { return (item, 0) }
      guard state.reader == nil else { return (Item(request: .failure(.twoReaders)), 0) }
      // The handler above may have run before this.
      if Task.isCancelled { return (Item(request: .failure(.readerCancelled)), 0) }
      state.reader = (number, continuation)
      return (nil, state.heldBytes >= portionBytes ? state.freeAll() : 0)
    }
    if let item { return continuation.resume(returning: item) }
    if freedBytes > 0 { free(freedBytes) }
  }

  private func finish(_ end: Result<RequestQueue.Request?, Status>, keepsRest: Bool) {
    let reader = state.withLock { $0.finish(end, keepsRest: keepsRest) }
    reader?.resume(returning: Item(request: end))
  }
}

extension RequestInbox {
  private struct State {
    var queue = RequestQueue()
    /// What has come of the window and has not been given back, in bytes.
    var heldBytes = 0
    /// What of it belongs to requests that were taken.
    var freedBytes = 0
    /// How the requests ended; nil while they go on.
    var end: Result<RequestQueue.Request?, Status>?
    /// The task that waits for the next request; it has a number, so that no other one's cancelling
    /// ends its waiting.
    var reader: (number: UInt64, continuation: Continuation)?
    var lastNumber: UInt64 = 0

    /// Counts what has arrived, and finds what a task that waits gets of it.
    mutating func arrived(_ windowBytes: Int) -> (Continuation?, Item?, Receipt) {
      guard end == nil else {
        return (nil, nil, Receipt(freedBytes: windowBytes, waitingBytes: 0))
      }
      heldBytes += windowBytes
      guard let reader else {
        return (nil, nil, Receipt(freedBytes: freeTaken(), waitingBytes: queue.byteCount))
      }
      guard let request = queue.popFirst() else {
        // It needs the rest of the message that has begun.
        return (nil, nil, Receipt(freedBytes: freeAll(), waitingBytes: 0))
      }
      self.reader = nil
      freedBytes += request.windowBytes
      return (
        reader.continuation, Item(request: .success(request)),
        Receipt(freedBytes: freeTaken(), waitingBytes: queue.byteCount)
      )
    }

    /// What a reader gets at once; nil where it has to wait.
    mutating func take(_ portionBytes: Int) -> Item? {
      guard let request = queue.popFirst() else { return end.map { Item(request: $0) } }
      freedBytes += request.windowBytes
      return Item(
        request: .success(request),
        freedBytes: freedBytes >= portionBytes ? freeTaken() : 0)
    }

    /// Gives back what was taken.
    mutating func freeTaken() -> Int {
      defer { freedBytes = 0 }
      heldBytes -= freedBytes
      return freedBytes
    }

    /// Gives back all that is held, for a reader who waits.
    mutating func freeAll() -> Int {
      defer { heldBytes = 0 }
      freedBytes = 0
      return heldBytes
    }

    mutating func finish(
      _ end: Result<RequestQueue.Request?, Status>, keepsRest: Bool
    ) -> Continuation? {
      if case .failure? = self.end { return nil }
      guard self.end == nil || !keepsRest else { return nil }
      self.end = end
      if !keepsRest { queue.removeAll() }
      return reader.take()?.continuation
    }
  }
}

extension Status {
  fileprivate static let readerCancelled = Status(
    .cancelled, "The task that read the call's requests was cancelled.")
  fileprivate static let twoReaders = Status(
    .internal, "Two tasks wait for the next request of one call: only one may.")
}
