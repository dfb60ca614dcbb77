// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore
internal import RPCJSON

/// How a request is served: what takes a while goes to a task, and comes back to the loop, where
/// handlers run.
extension WebExchange {
  /// Finds the message in the request.
  func read(_ body: [UInt8], of call: WebCall) {
    if let refusal = services.refusal(whereWaiting: carrier.connectionWaitingBytes) {
      return fail(refusal)
    }
    do throws(Status) {
      let input = try input(body, of: call)
      guard !input.isSmall else { return run(call, try input.message()) }
      let message = Handover<[UInt8]>()
      state = .decoding(message)
      // As large as what it is found in, or some times that, where it was compressed.
      carrier.hold(2 * input.body.count)
      try start(
        .response { () async throws(Status) in
          message.leave(try input.message())
          return []
        })
    } catch {
      fail(error)
    }
  }

  private func input(_ body: [UInt8], of call: WebCall) throws(Status) -> WebInput {
    WebInput(
      style: call.style, schema: call.schema, request: call.method?.request,
      body: call.style.kind == .connectGet ? try queryMessage() : body,
      isCompressed: call.isCompressed, limitBytes: services.limits.messageBytes)
  }

  /// The request of a GET. Who names none asks with a message without fields.
  private func queryMessage() throws(Status) -> [UInt8] {
    let query = WebQuery(head.query)
    let encoding = query["encoding"] ?? "json"
    guard encoding == "json" || encoding == "proto" else {
      throw .malformedRequest("encoding=\(encoding.prefix(40)) is not known: it is json or proto.")
    }
    let message = query.bytes("message") ?? []
    guard query["base64"] == "1" else { return message }
    let usual = message.map { byte in
      byte == UInt8(ascii: "-")
        ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte
    }
    guard let bytes = Base64.decode(usual.span) else {
      throw .malformedRequest("message is not base64, though base64=1 says so.")
    }
    return bytes
  }

  /// Has the handler serve the request.
  func run(_ call: WebCall, _ message: [UInt8]) {
    call.route.tally.received()
    var output: [UInt8] = []
    do throws(Status) {
      switch try call.route.run(message.span, &context, &output) {
      case nil: try answer(call, message, output)
      case .response(let answer): try answerLater(call, message, answer)
      case .replies(let run):
        state = .streaming
        let frames = call.frames
        try start(
          .replies { sink async throws(Status) in
            try await run(FramingSink(sink: sink, frames: frames))
          })
      }
    } catch {
      fail(error)
    }
  }

  /// Sends a response that is there.
  private func answer(
    _ call: WebCall, _ message: [UInt8], _ response: [UInt8]
  ) throws(Status) {
    let maker = contentMaker(call, message)
    guard response.count > WebInput.smallBytes else {
      return succeed(try maker.content(response, deflater: services.share.deflater))
    }
    // What a task makes of it has to lie somewhere.
    guard !services.isFullOfReplies else { throw .tooMuchWaitsInAll }
    carrier.hold(3 * response.count)
    let content = Handover<WebContent>()
    state = .answering(content)
    try start(
      .response { () async throws(Status) in
        content.leave(try maker.content(response, deflater: GzipDeflater()))
        return []
      })
  }

  private func answerLater(
    _ call: WebCall, _ message: [UInt8],
    _ answer: @escaping @Sendable () async throws(Status) -> [UInt8]
  ) throws(Status) {
    let maker = contentMaker(call, message)
    let content = Handover<WebContent>()
    state = .answering(content)
    try start(
      .response { () async throws(Status) in
        let response = try await answer()
        content.leave(try maker.content(response, deflater: GzipDeflater()))
        return []
      })
  }

  private func contentMaker(_ call: WebCall, _ message: [UInt8]) -> WebContentMaker {
    let isGet = call.style.kind == .connectGet
    return WebContentMaker(
      frames: call.frames, compresses: call.style.isBare && head.takesGzip,
      path: call.route.path, request: message, caching: isGet ? web.service.caching : nil)
  }

  /// Has a page made.
  func render(_ responder: @escaping WebResponder) {
    let request = WebRequest(
      method: head.method, path: head.path, query: head.query, fields: head.fields,
      peer: context.peer)
    let page = Handover<WebResponse>()
    state = .rendering(page)
    do throws(Status) {
      if let refusal = services.refusal(whereWaiting: carrier.connectionWaitingBytes) {
        throw refusal
      }
      try start(
        .response { () async throws(Status) in
          page.leave(await responder(request))
          return []
        })
    } catch {
      fail(error)
    }
  }

  private func start(_ answer: LaterAnswer) throws(Status) {
    task = try services.share.tasks.start(answer, for: self, of: carrier.tasks)
  }
}

/// Makes the content of the answer to a call out of its response, on whichever thread.
struct WebContentMaker: Sendable {
  let frames: WebFrames
  let compresses: Bool
  let path: MethodPath
  let request: [UInt8]
  /// How long the answer may be kept; nil where nobody keeps it.
  let caching: (@Sendable (MethodPath, [UInt8], [UInt8]) -> WebCaching)?

  func content(_ response: [UInt8], deflater: GzipDeflater) throws(Status) -> WebContent {
    guard frames.style.isBare else { return WebContent(try frames.message(response)) }
    var content = WebContent(try frames.content(response))
    if let caching {
      content.caching = caching(path, request, response)
      if content.caching != .never { content.makeTag() }
    }
    if compresses { content.compress(by: deflater) }
    return content
  }
}
