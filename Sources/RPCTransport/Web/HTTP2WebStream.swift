// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP1
internal import RPCHTTP2

/// A stream of HTTP/2 that carries something else than gRPC.
final class HTTP2WebStream: WebCarrier {
  private let services: Services
  private let responses: GRPCResponses
  private let calls: GRPCConnectionCalls
  private unowned let stream: HTTP2Stream
  private unowned let session: HTTP2Session
  private let wallClock: @Sendable () -> Int64
  private var exchange: WebExchange?
  private var body: [UInt8] = []
  /// What the exchange's task takes, in bytes.
  private var heldBytes = 0
  /// What is counted among the connection's, in bytes.
  private var countedBytes = 0

  /// Begins the exchange whose head has come.
  init(of call: GRPCCall, _ web: WebDoor, on stream: HTTP2Stream, in session: HTTP2Session) {
    services = call.services
    responses = call.responses
    calls = call.calls
    self.stream = stream
    self.session = session
    wallClock = web.service.wallClock
    let exchange = WebExchange(
      WebHead(stream.headers), from: calls.peer, at: services, web, on: self)
    self.exchange = exchange
    exchange.begin()
    if !exchange.isDone, !stream.inputEnded { waitForMore(exchange) }
  }

  deinit { calls.heldRequestBytes -= countedBytes }

  /// Takes bytes of the body.
  func read(_ bytes: Span<UInt8>) {
    session.consumed(bytes.count, on: stream)
    guard let exchange, !exchange.isDone else { return }
    body.append(copying: bytes)
    if body.count > exchange.bodyLimitBytes { return exchange.bodyIsTooLarge() }
    guard countHeld() else { return exchange.giveUp(.tooMuchArrives) }
    waitForMore(exchange)
  }

  /// The request is whole.
  func inputEnded() {
    guard let exchange, !exchange.isDone else { return }
    session.setDeadline(exchange.deadline, of: stream)
    exchange.end(body)
    body = []
    _ = countHeld()
  }

  /// Time is up.
  func deadlinePassed() { exchange?.deadlinePassed() }

  /// Whether a task answers.
  var isAnsweredByTask: Bool { exchange?.task != nil }

  /// The stream is gone.
  func cancel() { exchange?.cancel() }

  private func waitForMore(_ exchange: WebExchange) {
    session.setDeadline(services.patience(exchange.deadline, session.now), of: stream)
  }

  /// Counts what the exchange holds; answers whether there is room for it.
  private func countHeld() -> Bool {
    let count = body.count + heldBytes
    calls.heldRequestBytes += count - countedBytes
    countedBytes = count
    return calls.hasRoomForRequests
  }
}

extension HTTP2WebStream {
  var tasks: ConnectionTasks { calls.tasks }
  var now: UInt64 { session.now }
  var waitingBytes: Int { stream.outputWaiting }
  var connectionWaitingBytes: Int { session.outputWaiting }
  var window: Int { session.window(of: stream) }

  func respond(_ answer: WebAnswer) {
    let head = block(answer, length: answer.contentLength)
    if answer.body.isEmpty || answer.hasNoBody {
      session.respond(stream, responses.none, adding: head, then: .end)
    } else {
      stream.output.append(contentsOf: answer.body)
      session.finish(stream)
      session.respond(stream, responses.none, adding: head, then: .body)
    }
  }

  func begin(_ answer: WebAnswer) {
    session.respond(stream, responses.none, adding: block(answer, length: nil), then: .body)
  }

  func send(_ bytes: [UInt8]) {
    stream.output.append(contentsOf: bytes)
    session.outputAdded(stream)
  }

  func finish() { session.finish(stream) }

  func hold(_ byteCount: Int) {
    heldBytes = byteCount
    _ = countHeld()
  }

  func awaitRoom() { if let exchange { calls.heldBack.append(exchange) } }

  func hasOutput() {
    // At once, since others may get the room that the task had for it.
    calls.count(in: session)
    calls.host?.sessionHasOutput()
  }

  private func block(_ answer: WebAnswer, length: Int?) -> HeaderBlock {
    var block = HeaderBlock()
    block.append(":status", Array("\(answer.status)".utf8))
    block.append("date", Array(HTTP1Date.text(wallClock()).utf8))
    for field in answer.fields { block.append(field.name, Array(field.value.utf8)) }
    if let length { block.append("content-length", Array("\(length)".utf8)) }
    return block
  }
}

extension WebHead {
  /// Reads the headers of a request over HTTP/2.
  init(_ headers: ReceivedHeaders) {
    var method = ""
    var target = ""
    var fields: [WebField] = []
    headers.forEach { known, _, name, value in
      switch known {
      case .method: method = value.text
      case .path: target = value.text
      case .authority: fields.append(WebField("host", value.text))
      case .scheme, .status: break
      default: fields.append(WebField(name.text, value.text))
      }
    }
    self.init(method: method, target: target, fields: fields)
  }
}
