// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2

/// The time in which a task answers a gRPC call: takes what the task sends to the call's stream.
///
/// Each is for one call only, while calls' and streams' objects serve one call after the other.
final class GRPCRun: CallTaskOwner, HeldBack {
  private unowned let call: GRPCCall
  private unowned let stream: HTTP2Stream
  private unowned let session: HTTP2Session
  private var context: CallContext
  /// Whether responses are compressed by the transport's own rules.
  private let compresses: Bool
  /// Whether they may be compressed where the task asks for it.
  private let mayCompress: Bool
  /// Whether the headers have said that responses may be compressed.
  private var announcesGzip = false
  private var task: CallTask?
  /// Where the task's requests come from; nil where it had its one before it began.
  private var requests: GRPCRequests?
  private var hasHeaders = false
  private var responseBytes = 0

  init(
    of call: GRPCCall, _ context: CallContext, compresses: Bool, mayCompress: Bool,
    on stream: HTTP2Stream, in session: HTTP2Session
  ) {
    self.compresses = compresses
    self.mayCompress = mayCompress
    self.call = call
    self.stream = stream
    self.session = session
    self.context = context
  }

  var reply: TaskReply? { context.taskReply }

  /// Starts the task. Throws where too many run.
  func start(_ answer: LaterAnswer) throws(Status) {
    context.taskReply?.takesGzip = mayCompress
    task = try call.services.share.tasks.start(answer, for: self, of: call.calls.tasks)
  }

  /// Starts the task of a call whose requests are still to come. Throws where too many run.
  func start(reading begin: Route.Begin, compressed: Bool) throws(Status) {
    let reply = TaskReply()
    reply.takesGzip = mayCompress
    context.taskReply = reply
    let requests = GRPCRequests(
      limits: limits, compressed: compressed, of: call.calls, countedBy: call.tally)
    task = try call.services.share.tasks.start(
      begin, context, reading: requests.inbox, for: self, of: call.calls.tasks)
    self.requests = requests
  }

  /// Takes bytes of requests; those of a call that had its request are dropped.
  func read(_ bytes: Span<UInt8>) {
    // The connection's window is for all streams; only its own waits until the task has read.
    session.consumedOfConnection(bytes.count)
    do throws(Status) {
      session.consumedOfStream(try requests?.read(bytes) ?? bytes.count, on: stream)
    } catch {
      end(by: error)
    }
  }

  /// The client has sent its last request.
  func inputEnded() {
    do throws(Status) { try requests?.end() } catch { end(by: error) }
  }

  /// Cancels the task: the stream is gone.
  func cancel() {
    cancel(.callerCancelled)
    call.answered(.cancelled, context, responseBytes: responseBytes)
  }

  /// Ends the call by a status, whatever its task does.
  func end(by status: Status) {
    cancel(status)
    fail(status)
  }

  private func cancel(_ status: Status) {
    dropRequests(status)
    task?.cancel(status)
    task = nil
  }

  /// Lets the task go on if there is room by now.
  func makeRoom() {
    guard let task else { return }
    if hasRoom { task.makeRoom() } else { call.calls.heldBack.append(self) }
  }

  func take(_ response: TaskResponse) -> Bool {
    if !hasHeaders { announceEncoding(of: response) }
    append(response)
    if hasHeaders { session.outputAdded(stream) } else { respond() }
    // At once, since others may get the room that the task had for it.
    call.calls.count(in: session)
    call.calls.host?.sessionHasOutput()
    if hasRoom { return true }
    if task?.isHeldBack == false { call.calls.heldBack.append(self) }
    return false
  }

  func freed(_ byteCount: Int) {
    requests?.taken()
    session.consumedOfStream(byteCount, on: stream)
    call.calls.host?.sessionHasOutput()
  }

  func taskEnded(_ result: CallTask.Result) {
    task = nil
    dropRequests(.callIsOver)
    switch result {
    case .failure(let status): fail(status)
    case .success(let response?):
      let services = call.services
      if let refusal = services.refusal(whereWaiting: session.outputWaiting)
        ?? services.refusal(ofReply: response.bytes.count, window: session.window(of: stream))
      {
        fail(refusal)
      } else {
        if !hasHeaders { announceEncoding(of: response) }
        append(response)
        succeed()
        call.calls.count(in: session)
      }
    case .success(nil): succeed()
    }
    call.calls.host?.sessionHasOutput()
  }
}

extension GRPCRun {
  private var limits: Limits { call.services.limits }

  /// Whether the task may send more: so much that the client need not wait for it, but where the
  /// connection or the loop is full, only what it has asked for by reading the last.
  private var hasRoom: Bool {
    let isFull = call.services.isShortOfRoom || session.outputWaiting > limits.waitingReplyBytes
    return stream.outputWaiting <= (isFull ? 0 : limits.streamedReplyBytes)
  }

  /// Ends the requests, whoever may still wait for one; what the client has under way of them need
  /// not wait for room.
  private func dropRequests(_ status: Status) {
    guard let requests = requests.take() else { return }
    session.consumedOfStream(requests.inbox.fail(status), on: stream)
  }

  /// Finds out whether the headers must say that responses may be compressed.
  private func announceEncoding(of first: TaskResponse) {
    announcesGzip = compresses || (mayCompress && first.encoding != .automatic)
  }

  private func append(_ response: TaskResponse) {
    let encoded = response.bytes
    responseBytes += encoded.count
    call.tally.sent()
    if announcesGzip, let compressed = response.compressed {
      stream.output.append(contentsOf: compressed)
      return
    }
    if compresses, response.encoding == .automatic,
      limits.compressedReplyBytes.contains(encoded.count)
    {
      call.services.share.deflater.append(encoded.span, to: &stream.output)
      return
    }
    let start = stream.output.beginMessage()
    stream.output.append(contentsOf: encoded)
    stream.output.endMessage(at: start)
  }

  private func respond() {
    hasHeaders = true
    takeInitialMetadata()
    let headers = context.initialMetadata.isEmpty ? nil : HeaderBlock(context.initialMetadata)
    let head = announcesGzip ? call.responses.compressedHead : call.responses.head
    session.respond(stream, head, adding: headers, then: .body)
  }

  private func takeInitialMetadata() {
    guard let reply = context.taskReply else { return }
    context.initialMetadata.append(contentsOf: reply.initialMetadata)
  }

  private func takeTrailingMetadata() {
    guard let reply = context.taskReply else { return }
    context.trailingMetadata.append(contentsOf: reply.trailingMetadata)
  }

  private func succeed() {
    call.answered(.ok, context, responseBytes: responseBytes)
    takeTrailingMetadata()
    let trailers = context.trailingMetadata.isEmpty ? nil : HeaderBlock(context.trailingMetadata)
    session.finish(stream, trailers: call.responses.success, adding: trailers)
    if !hasHeaders { respond() }
  }

  private func fail(_ status: Status) {
    takeTrailingMetadata()
    guard hasHeaders else {
      takeInitialMetadata()
      return call.fail(status, context, on: stream, in: session)
    }
    call.answered(status.code, context, responseBytes: responseBytes)
    var block = HeaderBlock()
    block.append(status, encodeDetails: call.services.encodeStatusDetails)
    block.append(context.trailingMetadata)
    session.finish(stream, trailers: call.responses.none, adding: block)
  }
}
