// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTLS
internal import RPCTransport
internal import Synchronization
internal import Testing

@Suite("What is spoken within TLS")
struct AgreementTests {
  private let identity: TLSIdentity

  init() throws { identity = try SelfSignedCertificate.make(for: ["127.0.0.1"], days: 1) }

  private static let http2 = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + Frame.settings()
  private static let delimited: [UInt8] = [0x89, 0x51, 0x44, 1]

  @Test(
    "R39: is closed by the server where another protocol was agreed on, and the log says so",
    arguments: [
      ([], http2, "did not agree on h2 (ALPN)"),
      (["quotes-delimited/1"], http2, "did not agree on h2 (ALPN)"),
      (["h2"], delimited, "agreed on h2 (ALPN), but speaks the delimited protocol"),
      (["h2"], http2, nil), ([], delimited, nil),
    ] as [([String], [UInt8], String?)])
  func agreement(offered: [String], spoken: [UInt8], reason: String?) async throws {
    let reasons = Reasons()
    let tls = ServerTLS(
      try TLSContext(server: identity, clients: nil, protocols: ApplicationProtocol.served))
    let group = try EventLoopGroup(count: 1)
    let configuration = ServerConfiguration(
      limits: Limits(), makeRouter: { _, _ in .forTests() }, encodeStatusDetails: { _ in [] },
      tls: tls, report: { reasons.append($0.reason) },
      floodHasGone: {})
    let server = Server(configuration, group: group)
    let listener = try server.listen(
      on: .loopback, backlog: 8, entrance: Entrance(to: .test, requiresTLS: true))
    let context = try TLSContext(
      client: nil, servers: .authorities(identity.certificates), protocols: offered)
    let client = SecureClient(
      to: listener.boundAddress, context, saying: spoken, on: group.handles[0])
    // Who speaks what was agreed on gets an answer, and who doesn't gets nothing but the end.
    let answer = await client.firstAnswer()
    #expect((answer == nil) == (reason != nil))
    #expect(server.count(.protocolNotPermitted) == (reason == nil ? 0 : 1))
    #expect(reasons.all.contains { $0.contains(reason ?? "ALPN") } == (reason != nil))
    await group.stop()
  }

  @Test("R1: has the requests of a client say https")
  func scheme() async throws {
    let group = try EventLoopGroup(count: 1)
    let log = ByteLog()
    let context = try TLSContext(server: identity, clients: nil, protocols: ["h2"])
    let listener = try Listener(on: .loopback, backlog: 8, group: group) { socket in
      socket.handler = try? SecureReader(TLSSession(server: context), log)
      socket.resumeReading()
    }
    var options = ClientOptions.forTests
    options.tls = ClientTLS(
      context: try TLSContext(
        client: nil, servers: .authorities(identity.certificates), protocols: ["h2"]),
      host: "127.0.0.1")
    let channel = ClientChannel(
      to: listener.boundAddress, over: .grpc, options: options, loop: group.handles[0])
    let call = Task {
      await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, Blob([7]), options: .patient)
      }
    }
    await log.wait { $0.suffix(6) == Frame.message([7])[...] }
    #expect(SentByClient(log.bytes).requests.first?[1] == ":scheme: https")
    await channel.close()
    #expect(await call.value?.code == .cancelled)
    await group.stop()
  }
}

/// Why connections were closed.
private final class Reasons: Sendable {
  private let list = Mutex<[String]>([])

  var all: [String] { list.withLock { $0 } }

  func append(_ reason: String) { list.withLock { $0.append(reason) } }
}

/// Greets a client within TLS as a server of HTTP/2, and reads what it says.
private final class SecureReader: SocketHandler {
  private let session: TLSSession
  private let log: ByteLog
  private var hasGreeted = false

  init(_ session: TLSSession, _ log: ByteLog) {
    self.session = session
    self.log = log
  }

  func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
    var plaintext: [UInt8] = []
    var answer: [UInt8] = []
    try? session.receive(bytes, into: &plaintext)
    if session.isEstablished, !hasGreeted {
      hasGreeted = true
      let settings = Frame.settings()
      try? session.send(settings.span)
    }
    try? session.takeOutput(into: &answer)
    if !plaintext.isEmpty { log.append(plaintext.span) }
    if !answer.isEmpty { socket.write(&answer) }
  }
  func socketDidDrain(_ socket: Socket) {}
  func socketDidEndInput(_ socket: Socket) { socket.close() }
  func socketDidClose(_ socket: Socket, _ error: NetError?) {}
}

/// Says bytes within TLS, once it is there, and waits for what comes first: an answer or the end.
private final class SecureClient: Sendable {
  private let recorder: LoopBound<Talker>
  private let answers: AsyncStream<[UInt8]>

  init(
    to address: SocketAddress, _ context: TLSContext, saying words: [UInt8],
    on handle: EventLoopHandle
  ) {
    let (answers, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    self.answers = answers
    recorder = LoopBound(on: handle) { loop in
      let talker = Talker(words, continuation)
      loop.connect(to: address, timeoutNanoseconds: 60_000_000_000) { result in
        guard case .success(let socket) = result,
          let session = try? TLSSession(client: context, host: "127.0.0.1")
        else { return continuation.finish() }
        talker.start(session, on: socket)
      }
      return talker
    }
  }

  /// The first bytes that the server says; nil where it says none and closes.
  func firstAnswer() async -> [UInt8]? {
    for await answer in answers { return answer }
    return nil
  }

  private final class Talker: SocketHandler {
    private var words: [UInt8]
    private let answers: AsyncStream<[UInt8]>.Continuation
    private var session: TLSSession?

    init(_ words: [UInt8], _ answers: AsyncStream<[UInt8]>.Continuation) {
      self.words = words
      self.answers = answers
    }

    func start(_ session: TLSSession, on socket: Socket) {
      self.session = session
      socket.handler = self
      socket.resumeReading()
      flush(socket)
    }

    private func flush(_ socket: Socket) {
      var output: [UInt8] = []
      try? session?.takeOutput(into: &output)
      if !output.isEmpty { socket.write(&output) }
    }

    func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
      var plaintext: [UInt8] = []
      try? session?.receive(bytes, into: &plaintext)
      if session?.isEstablished == true, !words.isEmpty {
        try? session?.send(words.span)
        words = []
      }
      flush(socket)
      if !plaintext.isEmpty { answers.yield(plaintext) }
    }
    func socketDidDrain(_ socket: Socket) {}
    func socketDidEndInput(_ socket: Socket) { socket.close() }
    func socketDidClose(_ socket: Socket, _ error: NetError?) { answers.finish() }
  }
}
