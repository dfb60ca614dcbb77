// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2
internal import RPCTransport

/// What came back on one stream.
final class GRPCReply: HTTP2StreamHandler {
  /// Each block of headers, by name.
  var blocks: [[String: String]] = []
  /// The same in order, each `name: value`.
  var lines: [[String]] = []
  var body: [UInt8] = []
  var hasEnded = false
  /// Whether what comes is kept from the windows until `openWindow`.
  var holdsWindow = false
  private var held = 0
  /// Why the stream was closed; nil while it is open.
  var code: HTTP2ErrorCode?

  /// The last value of a header in all blocks.
  subscript(name: String) -> String? { blocks.compactMap { $0[name] }.last }

  /// The single message of the body, if it is one.
  var message: [UInt8]? {
    guard body.count >= 5, body[0] == 0 else { return nil }
    let length = body[1..<5].reduce(0) { $0 << 8 | Int($1) }
    return body.count == length + 5 ? Array(body[5...]) : nil
  }

  func headersReceived(_ stream: HTTP2Stream, in session: HTTP2Session) {
    var block: [String: String] = [:]
    var lines: [String] = []
    stream.headers.forEach { _, _, name, value in
      block[name.text] = value.text
      lines.append("\(name.text): \(value.text)")
    }
    blocks.append(block)
    self.lines.append(lines)
  }

  func dataReceived(_ bytes: Span<UInt8>, on stream: HTTP2Stream, in session: HTTP2Session) {
    body.append(copying: bytes)
    guard !holdsWindow else { return held += bytes.count }
    session.consumed(bytes.count, on: stream)
  }

  /// Gives the window back that was held.
  func openWindow(_ stream: HTTP2Stream, in session: HTTP2Session) {
    session.consumed(held, on: stream)
    held = 0
  }

  func inputEnded(_ stream: HTTP2Stream, in session: HTTP2Session) { hasEnded = true }
  func deadlinePassed(_ stream: HTTP2Stream, in session: HTTP2Session) {}

  func streamClosed(_ stream: HTTP2Stream, in session: HTTP2Session, code: HTTP2ErrorCode) {
    self.code = code
  }
}

/// A client of a gRPC session under test: its requests are made header by header.
final class GRPCPeer {
  let server: GRPCServerSession
  let counters = ServerCounters()
  let tasks: TaskMail
  /// What is counted of calls.
  let tallies: [MethodTally]
  private let client: HTTP2Session
  private let responses = GRPCResponses()
  /// What the server's session has decided last.
  private(set) var verdict = SessionVerdict.open
  /// Whether replies keep what they get from the windows.
  var holdsWindows = false
  private(set) var now: UInt64 = 1_000_000_000

  init(
    windowBytes: Int = 1 << 20, router: Router = .forTests(), tasks: TaskMail = TaskMail(),
    _ change: (inout Limits) -> Void = { _ in }
  ) {
    var limits = Limits()
    change(&limits)
    self.tasks = tasks
    tallies = router.tallies + [tasks.unknownMethods]
    let services = Services(router: router, share: tasks.share(limits, counters))
    server = GRPCServerSession(
      services: services, peer: Peer(address: "192.0.2.1:5"), responses: responses,
      memory: HTTP2Memory(keptLimitBytes: 1 << 20), now: 0)
    client = HTTP2Session(
      .client,
      settings: HTTP2Settings(
        maxConcurrentStreams: 0, headerListBytes: 1 << 16, streamWindowBytes: windowBytes,
        connectionWindowBytes: 1 << 20), memory: nil)
  }

  /// How many calls ended with OK.
  var succeeded: Int {
    var counts = MethodTally.Counts()
    for tally in tallies { tally.add(to: &counts) }
    return counts.succeeded
  }

  /// The headers of a good request for a method.
  static func headers(_ method: String = "Echo") -> [(String, String)] {
    [
      (":method", "POST"), (":scheme", "http"), (":path", "/test.Service/\(method)"),
      ("te", "trailers"), ("content-type", "application/grpc"),
    ]
  }

  /// Messages with their prefixes.
  static func framed(_ messages: [UInt8]...) -> [UInt8] {
    var bytes: [UInt8] = []
    for message in messages {
      let start = bytes.beginMessage()
      bytes += message
      bytes.endMessage(at: start)
    }
    return bytes
  }

  /// Begins a request.
  func begin(
    _ headers: [(String, String)] = GRPCPeer.headers(), body: [UInt8] = []
  ) -> (HTTP2Stream?, GRPCReply) {
    var block = HeaderBlock()
    for (name, value) in headers { block.append(name, Array(value.utf8)) }
    let reply = GRPCReply()
    reply.holdsWindow = holdsWindows
    let stream = client.request(FixedFields([]), adding: block, handler: reply) {
      $0.output = body
    }
    return (stream, reply)
  }

  /// Sends a whole request and takes the reply.
  func call(
    _ headers: [(String, String)] = GRPCPeer.headers(), body: [UInt8] = GRPCPeer.framed([7])
  ) -> GRPCReply {
    let (stream, reply) = begin(headers, body: body)
    end(stream)
    return reply
  }

  /// Gives the server a request in frames that a test has made, on stream 1, and takes the reply.
  func sendByHand(
    _ headers: [(String, String)] = GRPCPeer.headers(), headersEnd: Bool = false,
    frames: [UInt8]
  ) -> GRPCReply {
    // The client's session has to know of the stream; what it would send itself is dropped.
    let (_, reply) = begin(headers)
    _ = produced()
    let head = Frame.headers(headers, ends: headersEnd)
    deliver(Frame.preface + Frame.settings() + head + frames)
    return reply
  }

  /// Sends more of a request.
  func add(_ bytes: [UInt8], to stream: HTTP2Stream?) {
    guard let stream else { return }
    stream.output += bytes
    client.outputAdded(stream)
    exchange()
  }

  /// Ends a request.
  func end(_ stream: HTTP2Stream?) {
    if let stream { client.finish(stream) }
    exchange()
  }

  /// Gives back the windows that replies hold.
  func openWindows() {
    for stream in client.streams {
      (stream.handler as? GRPCReply)?.openWindow(stream, in: client)
    }
    exchange()
  }

  /// Takes a call back.
  func cancel(_ stream: HTTP2Stream?) {
    if let stream { client.reset(stream, .cancel) }
    exchange()
  }

  /// Waits until a task has something for the server, hands it on, and carries what comes of it.
  func takeFromTask() async {
    await tasks.deliver()
    var output: [UInt8] = []
    verdict = server.outputDrained(now: now, output: &output)
    take(&output)
    exchange()
  }

  /// Ends a request without carrying anything yet.
  func finishQuietly(_ stream: HTTP2Stream) { client.finish(stream) }

  /// All that the client has to send.
  func produced() -> [UInt8] {
    var bytes: [UInt8] = []
    client.produce(into: &bytes, upTo: .max)
    return bytes
  }

  /// Gives bytes to the server and its answer to the client.
  func deliver(_ bytes: [UInt8]) {
    var output: [UInt8] = []
    verdict = server.receive(bytes.span, now: now, output: &output)
    take(&output)
  }

  /// Carries bytes both ways until both sides are silent.
  func exchange() {
    var rounds = 0
    while rounds < 1_000 {
      let bytes = produced()
      guard !bytes.isEmpty else { return }
      deliver(bytes)
      rounds += 1
    }
  }

  /// Lets time pass on the server.
  func wait(milliseconds: Int) {
    now += UInt64(milliseconds) * 1_000_000
    var output: [UInt8] = []
    verdict = server.expire(now: now, output: &output)
    take(&output)
  }

  func drain() {
    var output: [UInt8] = []
    server.drain(now: now, output: &output)
    take(&output)
  }

  func endInput() {
    var output: [UInt8] = []
    verdict = server.inputEnded(now: now, output: &output)
    take(&output)
  }

  private func take(_ output: inout [UInt8]) {
    while !output.isEmpty {
      do throws(HTTP2Error) { try client.receive(output.span, now: now) } catch { return }
      output.removeAll()
      guard case .open = verdict else { return }
      verdict = server.outputDrained(now: now, output: &output)
    }
  }
}

extension Limits {
  /// Lets connections hold so many bytes of requests and replies together, open calls not counted.
  mutating func holdsInAll(_ byteCount: Int) {
    heldBytes = byteCount
    leastHeldBytesOfLoop = 0
    openCallBytes = 0
  }
}
