// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Synchronization

/// The requests of one call on their way from the tasks that write them to the channel's loop.
final class RequestOutbox: Sendable {
  /// What the loop takes out at a time.
  struct Delivery {
    /// Encoded requests in order, and how each is to travel; nil is as the call says.
    var requests: [(bytes: [UInt8], encoding: MessageEncoding?)] = []
    /// Whether there will be no more.
    var isComplete = false
  }

  /// A task that waits until there is room; resumed with why it can't go on, or nil.
  typealias Writer = CheckedContinuation<Status?, Never>

  fileprivate struct State {
    var delivery = Delivery()
    /// What waits, in bytes.
    var bytes = 0
    var writers: [Writer] = []
    /// Whether the loop has been told that something waits.
    var isAnnounced = false
    /// Why nothing more is taken; nil while it is.
    var end: Status?
  }

  /// What a request takes of memory beside its bytes.
  private static let overheadBytes = 32
  private let limitBytes: Int
  private let state = Mutex(State())

  /// Creates an outbox whose writers wait once more than so many bytes wait in it.
  init(limitBytes: Int) { self.limitBytes = limitBytes }

  /// Takes a request; `writer` is resumed when there is room for another, or the call is over.
  /// Answers whether the loop has to be told that something waits.
  func put(_ request: [UInt8], _ encoding: MessageEncoding?, _ writer: Writer) -> Bool {
    let (isDone, end, isNews) = state.withLock { state -> (Bool, Status?, Bool) in
      if let end = state.end { return (true, end, false) }
      if state.delivery.isComplete { return (true, .afterLastRequest, false) }
      state.delivery.requests.append((request, encoding))
      state.bytes += request.count + Self.overheadBytes
      let isFull = state.bytes > limitBytes
      if isFull { state.writers.append(writer) }
      return (!isFull, nil, state.announce())
    }
    if isDone { writer.resume(returning: end) }
    return isNews
  }

  /// Whether the call goes on.
  var isOpen: Bool { state.withLock { $0.end == nil } }

  /// Says that there are no more requests. Answers whether the loop has to be told.
  func finish() -> Bool {
    state.withLock { state in
      guard state.end == nil, !state.delivery.isComplete else { return false }
      state.delivery.isComplete = true
      return state.announce()
    }
  }

  /// Takes all out that waits, and lets writers go on. For the loop.
  func take() -> Delivery {
    let (delivery, writers) = state.withLock { state -> (Delivery, [Writer]) in
      let taken = state.delivery
      state.delivery.requests = []
      state.bytes = 0
      state.isAnnounced = false
      let writers = state.writers
      state.writers = []
      return (taken, writers)
    }
    for writer in writers { writer.resume(returning: nil) }
    return delivery
  }

  /// Ends the call for its writers.
  func end(_ status: Status) {
    let writers = state.withLock { state -> [Writer] in
      guard state.end == nil else { return [] }
      state.end = status
      state.delivery.requests = []
      let writers = state.writers
      state.writers = []
      return writers
    }
    for writer in writers { writer.resume(returning: status) }
  }
}

extension RequestOutbox.State {
  /// Whether the loop has yet to be told that something waits; it will be.
  fileprivate mutating func announce() -> Bool {
    defer { isAnnounced = true }
    return !isAnnounced
  }
}

extension Status {
  /// What a writer hears that sends after it has finished.
  fileprivate static let afterLastRequest = Status(
    .internal, "The requests were finished: none can follow.")
  /// What a writer hears whose call has ended well before it has sent all.
  static let noMoreRequests = Status(
    .cancelled, "The server has answered the call, and takes no more requests.")
}
