// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTransport
internal import Synchronization

/// A server that greets, answers each request by bytes that a test has made, and then may close.
final class ScriptedServer: Sendable {
  /// What it does about a request.
  struct Answer: Sendable {
    /// What it sends.
    var bytes: [UInt8] = []
    /// Whether it closes the connection then.
    var thenCloses = false
  }

  let address: SocketAddress
  private let group: EventLoopGroup
  private let listener: Listener
  private let log = ByteLog()
  private let script: Script

  /// What is left of the answers, for all connections, and how many connections there were.
  private final class Script: Sendable {
    let answers: Mutex<ArraySlice<Answer>>
    let connections = Atomic(0)
    let refused: Set<Int>
    init(_ answers: [Answer], refused: Set<Int>) {
      self.answers = Mutex(answers[...])
      self.refused = refused
    }
    func next() -> Answer? { answers.withLock { $0.popFirst() } }
  }

  /// A request has arrived when the bytes end as given; each takes the next of the answers, and those
  /// after the last get none. Some connections, by their numbers from 1 on, are closed instead of
  /// greeted.
  init(
    after ending: [UInt8], answers: [Answer], greets: Bool = true, refusing refused: Set<Int> = []
  ) throws {
    group = try EventLoopGroup(count: 1)
    let script = Script(answers, refused: refused)
    self.script = script
    let log = log
    listener = try Listener(on: .loopback, backlog: 8, group: group) { socket in
      let number = script.connections.add(1, ordering: .relaxed).newValue
      let isRefused = script.refused.contains(number)
      socket.handler = Actor(ending, script, greets: greets, refuses: isRefused, log)
      socket.resumeReading()
    }
    address = listener.boundAddress
  }

  /// The same with one answer.
  convenience init(
    after ending: [UInt8], send answer: [UInt8], thenClose: Bool = false, greets: Bool = true
  ) throws {
    try self.init(
      after: ending, answers: [Answer(bytes: answer, thenCloses: thenClose)], greets: greets)
  }

  func channel(
    over transport: TransportProtocol, _ change: (inout ClientOptions) -> Void = { _ in }
  ) -> ClientChannel {
    var options = ClientOptions.forTests
    change(&options)
    return ClientChannel(to: address, over: transport, options: options, loop: group.handles[0])
  }

  /// How many connections there were.
  var connections: Int { script.connections.load(ordering: .relaxed) }

  /// All that has been read.
  var bytes: [UInt8] { log.bytes }

  /// Waits until what has been read is as it should be.
  func received(_ isEnough: @escaping @Sendable ([UInt8]) -> Bool) async {
    await log.wait(isEnough)
  }

  func stop() async { await group.stop() }

  private final class Actor: SocketHandler {
    private let ending: [UInt8]
    private let script: Script
    private var willGreet: Bool
    private let refuses: Bool
    private var tail: [UInt8] = []
    private let log: ByteLog

    init(_ ending: [UInt8], _ script: Script, greets: Bool, refuses: Bool, _ log: ByteLog) {
      self.log = log
      self.refuses = refuses
      self.ending = ending
      self.script = script
      willGreet = greets
    }

    func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
      log.append(bytes)
      if refuses { return socket.close() }
      if willGreet {
        willGreet = false
        Greeting.send(to: socket, after: bytes)
      }
      tail.append(copying: bytes)
      guard tail.suffix(ending.count) == ending[...] else { return }
      tail = []
      guard var answer = script.next() else { return }
      socket.write(&answer.bytes)
      if answer.thenCloses { socket.closeAfterWriting(lingeringFor: 5_000_000_000) }
    }
    func socketDidDrain(_ socket: Socket) {}
    func socketDidEndInput(_ socket: Socket) { socket.close() }
    func socketDidClose(_ socket: Socket, _ error: NetError?) {}
  }
}

/// What a server says first.
enum Greeting {
  /// Greets in the protocol that a client's first bytes show.
  static func send(to socket: Socket, after bytes: Span<UInt8>) {
    var greeting = bytes[0] == DelimitedPreface.bytes[0] ? delimited : Frame.settings()
    socket.write(&greeting)
  }

  private static var delimited: [UInt8] {
    var bytes = DelimitedPreface.bytes
    var reply = DelimitedReply(id: 0)
    reply.limits = DelimitedLimits()
    bytes.append(delimited: reply)
    return bytes
  }
}

/// Frames of HTTP/2, made by hand (RFC 9113, section 4.1).
enum Frame {
  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  static func settings() -> [UInt8] { frame(4, 0, 0, []) }

  /// Settings that allow one stream at a time (RFC 9113, section 6.5.2).
  static let oneStream = frame(4, 0, 0, [0, 3, 0, 0, 0, 1])

  /// What acknowledges settings.
  static let acknowledgement = frame(4, 1, 0, [])

  static func headers(_ fields: [(String, String)], ends: Bool, stream: UInt8 = 1) -> [UInt8] {
    var block: [UInt8] = []
    for (name, value) in fields {
      // A literal without indexing, with a literal name (RFC 7541, section 6.2.2).
      block.append(0)
      append(Array(name.utf8), to: &block)
      append(Array(value.utf8), to: &block)
    }
    return frame(1, ends ? 5 : 4, stream, block)
  }

  static func data(_ bytes: [UInt8], ends: Bool, stream: UInt8 = 1) -> [UInt8] {
    frame(0, ends ? 1 : 0, stream, bytes)
  }

  /// DATA with so many bytes of padding behind it.
  static func padded(_ bytes: [UInt8], by count: UInt8, ends: Bool) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: Int(count))
    return frame(0, ends ? 9 : 8, 1, [count] + bytes + padding)
  }

  static func reset(_ code: UInt8, stream: UInt8 = 1) -> [UInt8] {
    frame(3, 0, stream, [0, 0, 0, code])
  }

  static func goAway(last: UInt8, code: UInt8, reason: String = "") -> [UInt8] {
    frame(7, 0, 0, [0, 0, 0, last, 0, 0, 0, code] + Array(reason.utf8))
  }

  /// A whole answer: a status without a response.
  static func status(_ code: Int, stream: UInt8, _ more: [(String, String)] = []) -> [UInt8] {
    let head = [(":status", "200"), ("content-type", "application/grpc")]
    return headers(head + [("grpc-status", "\(code)")] + more, ends: true, stream: stream)
  }

  /// A whole answer: a response of one byte.
  static func response(_ byte: UInt8, stream: UInt8) -> [UInt8] {
    headers(
      [(":status", "200"), ("content-type", "application/grpc")], ends: false, stream: stream)
      + data(message([byte]), ends: false, stream: stream)
      + headers([("grpc-status", "0")], ends: true, stream: stream)
  }

  /// A message behind its prefix.
  static func message(_ bytes: [UInt8], flag: UInt8 = 0) -> [UInt8] {
    var framed: [UInt8] = []
    let start = framed.beginMessage()
    framed += bytes
    framed.endMessage(at: start)
    framed[start] = flag
    return framed
  }

  private static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8])
    -> [UInt8]
  {
    let count = payload.count
    return [UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), type, flags]
      + [0, 0, 0, stream] + payload
  }

  /// Appends a text by its length (RFC 7541, section 5.2).
  private static func append(_ text: [UInt8], to block: inout [UInt8]) {
    if text.count < 127 {
      block.append(UInt8(text.count))
    } else {
      block.append(127)
      block.append(varint: UInt64(text.count - 127))
    }
    block += text
  }
}
