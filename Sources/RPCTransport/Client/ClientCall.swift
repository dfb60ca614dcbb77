// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Synchronization

/// One call of a channel, on its loop. It ends once; what comes later is ignored.
final class ClientCall {
  let path: MethodPath
  private(set) var request: [UInt8]
  let options: CallOptions
  let ticket: CallTicket
  /// When the caller stops waiting.
  var deadline = Deadline.never
  /// The session that the call was given to.
  weak var session: (any ClientSession)?
  /// What the session knows the call by: a stream's number or a call's id.
  var wireID: UInt32 = 0
  private var continuation: CheckedContinuation<Result<[UInt8], Status>, Never>?

  init(
    path: MethodPath, request: [UInt8], options: CallOptions, ticket: CallTicket,
    continuation: CheckedContinuation<Result<[UInt8], Status>, Never>
  ) {
    self.path = path
    self.request = request
    self.options = options
    self.ticket = ticket
    self.continuation = continuation
  }

  /// Whether the caller has its result.
  var hasEnded: Bool { continuation == nil }

  /// Gives the request's memory back once it is on its way.
  func forgetRequest() { request = [] }

  /// Gives the caller its result, unless it has one.
  func end(_ result: Result<[UInt8], Status>) {
    continuation?.resume(returning: result)
    continuation = nil
  }
}

/// What a caller's task and the loop both know of a call.
final class CallTicket: Sendable {
  private let flag = Atomic(false)

  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  func cancel() { flag.store(true, ordering: .releasing) }
}
