// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Synchronization

/// One call of a channel, on its loop. It ends once; what comes later is ignored.
final class ClientCall {
  let path: MethodPath
  /// The one request; empty where there is a stream of them.
  private(set) var request: [UInt8]
  /// Where a stream of requests comes from; nil where there is one.
  let outbox: RequestOutbox?
  let options: CallOptions
  let ticket: CallTicket
  /// When the caller stops waiting.
  var deadline = Deadline.never
  /// The session that the call was given to.
  weak var session: (any ClientSession)?
  /// What the session knows the call by: a stream's number or a call's id.
  var wireID: UInt32 = 0
  /// Whether the caller has its result.
  private(set) var hasEnded = false
  private let receiver: Receiver

  /// Who gets what the server answers.
  enum Receiver {
    /// A caller that waits for one response.
    case response(CheckedContinuation<Result<[UInt8], Status>, Never>)
    /// The reader of any number of responses.
    case stream(ReplyInbox)
  }

  init(
    path: MethodPath, requests: RequestSupply, options: CallOptions, ticket: CallTicket,
    receiver: Receiver
  ) {
    self.path = path
    switch requests {
    case .one(let request): self.request = request
    case .stream: self.request = []
    }
    outbox = requests.outbox
    self.options = options
    self.ticket = ticket
    self.receiver = receiver
  }

  /// Gives the request's memory back once it is on its way.
  func forgetRequest() { request = [] }

  /// Where the responses of a stream go; nil where the call has one response.
  var inbox: ReplyInbox? { if case .stream(let inbox) = receiver { inbox } else { nil } }

  /// Gives the caller its result, unless it has one. A stream ends after what waits to be read.
  func end(_ result: Result<[UInt8], Status>) {
    guard !hasEnded else { return }
    hasEnded = true
    outbox?.end(result.status ?? .noMoreRequests)
    switch receiver {
    case .response(let continuation): continuation.resume(returning: result)
    case .stream(let inbox): inbox.end(result.status)
    }
  }

  /// Ends the call by a status at once, since nobody waits for it any more.
  func abandon(_ status: Status) {
    guard !hasEnded else { return }
    if case .stream(let inbox) = receiver { inbox.abandon(status) }
    end(.failure(status))
  }
}

extension Result where Failure == Status {
  /// The status of a failure; nil where there is none.
  fileprivate var status: Status? { if case .failure(let status) = self { status } else { nil } }
}

/// What a caller's task and the loop both know of a call.
final class CallTicket: Sendable {
  private let flag = Atomic(false)

  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  func cancel() { flag.store(true, ordering: .releasing) }
}
