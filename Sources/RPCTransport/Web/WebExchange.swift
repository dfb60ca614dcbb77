// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCJSON

/// One request of HTTP and its answer: a call by Connect or gRPC-Web, or a page. It knows neither
/// which version of HTTP carries it, nor does the handler of a call know of it.
final class WebExchange: CallTaskOwner, HeldBack {
  enum State {
    /// The request is not complete.
    case reading
    /// A task reads the request.
    case decoding(Handover<[UInt8]>)
    /// A task answers, and leaves the content of the answer.
    case answering(Handover<WebContent>)
    /// A task sends responses.
    case streaming
    /// A task makes a page.
    case rendering(Handover<WebResponse>)
    /// The answer is given.
    case done
  }

  /// What is asked for.
  enum Target {
    case call(WebCall)
    case page(WebResponder)
  }

  let services: Services
  let web: WebDoor
  let head: WebHead
  unowned let carrier: any WebCarrier
  let startedAt: UInt64
  var context: CallContext
  var state = State.reading
  var target: Target?
  var task: CallTask?
  var requestBytes = 0
  var responseBytes = 0
  /// What every answer says, whatever it is.
  let commonFields: [WebField]

  init(
    _ head: WebHead, from peer: Peer, at services: Services, _ web: WebDoor,
    on carrier: any WebCarrier
  ) {
    self.head = head
    self.services = services
    self.web = web
    self.carrier = carrier
    startedAt = carrier.now
    context = CallContext(peer: peer)
    commonFields = web.service.origins.fields(for: head)
  }

  var reply: TaskReply? { context.taskReply }

  /// Whether the answer is given, or has been given up.
  var isDone: Bool { if case .done = state { true } else { false } }

  /// Whether responses are sent one after the other, so that it may last.
  var isStreaming: Bool { if case .streaming = state { true } else { false } }

  /// When the caller stops waiting.
  var deadline: Deadline { context.deadline }

  /// The largest body that is of use, in bytes: base64 takes four for three.
  var bodyLimitBytes: Int { services.limits.messageBytes / 3 * 4 + 1024 }

  /// Looks at the head, and answers at once what needs no more to be refused.
  func begin() {
    do throws(WebRefusal) {
      target = try judge()
    } catch {
      refuse(error)
    }
  }

  /// The request is whole.
  func end(_ body: [UInt8]) {
    guard case .reading = state, let target else { return }
    requestBytes = body.count
    switch target {
    case .page(let responder): render(responder)
    case .call(let call): read(body, of: call)
    }
  }

  /// The request is larger than is taken.
  func bodyIsTooLarge() {
    let status = Status.requestTooLarge(services.limits.messageBytes)
    guard case .call(let call) = target, call.style.isBare, !isDone else { return fail(status) }
    refuse(.statusWith(413, status, call.style))
  }

  /// Time is up.
  func deadlinePassed() {
    switch state {
    case .reading:
      fail(deadline.nanoseconds <= carrier.now ? .requestTooLate : .requestStoodStill)
    case .done: break
    default: giveUp(.deadlinePassed)
    }
  }

  /// Ends the exchange by a status, whatever its task does.
  func giveUp(_ status: Status) {
    task?.cancel(status)
    task = nil
    fail(status)
  }

  /// Nobody waits for the answer any more.
  func cancel() {
    guard !isDone else { return }
    task?.cancel(.callerCancelled)
    task = nil
    ended(.cancelled)
  }

  /// Lets the task go on if there is room by now.
  func makeRoom() {
    guard let task else { return }
    if hasRoom { task.makeRoom() } else { carrier.awaitRoom() }
  }

  /// Whether the task may send more; where the loop is full, only what the client has asked for by
  /// reading the last.
  private var hasRoom: Bool {
    let limits = services.limits
    let isFull =
      services.isShortOfRoom || carrier.connectionWaitingBytes > limits.waitingReplyBytes
    return carrier.waitingBytes <= (isFull ? 0 : limits.streamedReplyBytes)
  }

  func take(_ response: TaskResponse) -> Bool {
    if responseBytes == 0 { beginStream() }
    responseBytes += response.bytes.count
    if case .call(let call) = target { call.route.tally.sent() }
    carrier.send(response.bytes)
    carrier.hasOutput()
    if hasRoom { return true }
    if task?.isHeldBack == false { carrier.awaitRoom() }
    return false
  }

  func taskEnded(_ result: CallTask.Result) {
    task = nil
    carrier.hold(0)
    takeMetadata()
    switch (state, result) {
    case (_, .failure(let status)): fail(status)
    case (.decoding(let message), .success):
      if case .call(let call) = target { run(call, message.take() ?? []) }
    case (.answering(let content), .success): if let content = content.take() { succeed(content) }
    case (.streaming, .success): endStream(.ok)
    case (.rendering(let page), .success): if let page = page.take() { show(page) }
    case (.reading, _), (.done, _): break
    }
    carrier.hasOutput()
  }

  private func takeMetadata() {
    guard let reply = context.taskReply else { return }
    if responseBytes == 0 {
      context.initialMetadata.append(contentsOf: reply.initialMetadata)
    }
    context.trailingMetadata.append(contentsOf: reply.trailingMetadata)
    context.taskReply = nil
  }

  /// Counts that the call is over.
  func ended(_ code: Status.Code) {
    guard !isDone else { return }
    state = .done
    guard case .call(let call) = target else { return }
    let record = CallRecord(
      tally: call.route.tally, startedAt: startedAt, requestBytes: requestBytes,
      responseBytes: responseBytes)
    services.meter.ended(record, code, context)
  }
}

/// A call that was found to be one.
struct WebCall {
  let route: Route
  let style: WebProtocol
  /// The types of its messages, where they are known.
  let method: ProtoMethod?
  let schema: ProtoSchema
  /// Whether the request is compressed, or may be.
  let isCompressed: Bool

  var frames: WebFrames {
    WebFrames(style: style, schema: schema, response: method?.response)
  }
}

/// Who waits until there is room for more.
protocol HeldBack: AnyObject {
  func makeRoom()
}
