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
  /// When its next try is due; never where it doesn't wait for that.
  var nextTry = Deadline.never
  /// What was tried so far.
  var attempts = CallAttempts()
  /// The session that the call was given to; nil while it is on none.
  weak var session: (any ClientSession)?
  /// What the session knows the call by: a stream's number or a call's id.
  var wireID: UInt32 = 0
  /// Whether the caller has its result.
  private(set) var hasEnded = false
  /// Whether the answer has begun: no other try can follow.
  private(set) var isAnswered = false
  private var isRequestKept = true
  /// What never left of a try that has ended.
  private var unsent: UnsentRequests?
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

  /// Whether another try would find its requests.
  var canBeSentAgain: Bool {
    unsent != nil || (!isAnswered && outbox == nil && isRequestKept)
  }

  /// The requests are on their way: one that is larger than `limit` is kept no longer.
  func sent(keepingUpTo limit: Int) {
    unsent = nil
    guard request.count > limit else { return }
    forgetRequest()
  }

  /// The answer begins: the request's memory is given back.
  func answerBegins() {
    isAnswered = true
    forgetRequest()
  }

  /// Keeps what never left of a try, for the next one.
  func keep(_ requests: UnsentRequests) { unsent = requests }

  /// Takes out what never left of the try before; nil where all of it did.
  func takeUnsent() -> UnsentRequests? { unsent.take() }

  private func forgetRequest() {
    request = []
    isRequestKept = false
  }

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

/// Requests that were made ready for a stream and never left.
struct UnsentRequests {
  /// With their prefixes.
  let bytes: [UInt8]
  /// Whether no more follow.
  let isComplete: Bool
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
