// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTransport

/// A server that answers the first request by bytes that a test has made, and then may close.
final class ScriptedServer: Sendable {
  let address: SocketAddress
  private let group: EventLoopGroup
  private let listener: Listener
  private let log = ByteLog()

  /// The request has arrived when the bytes end as given.
  init(after ending: [UInt8], send answer: [UInt8], thenClose: Bool = false) throws {
    group = try EventLoopGroup(count: 1)
    let log = log
    listener = try Listener(on: .loopback, backlog: 8, group: group) { socket in
      socket.handler = Actor(ending, answer, thenClose, log)
      socket.resumeReading()
    }
    address = listener.boundAddress
  }

  func channel(
    over transport: TransportProtocol, _ change: (inout ClientOptions) -> Void = { _ in }
  ) -> ClientChannel {
    var options = ClientOptions.forTests
    change(&options)
    return ClientChannel(to: address, over: transport, options: options, loop: group.handles[0])
  }

  /// Waits until what has been read is as it should be.
  func received(_ isEnough: @escaping @Sendable ([UInt8]) -> Bool) async {
    await log.wait(isEnough)
  }

  func stop() async { await group.stop() }

  private final class Actor: SocketHandler {
    private let ending: [UInt8]
    private var answer: [UInt8]
    private let closesThen: Bool
    private var tail: [UInt8] = []
    private let log: ByteLog

    init(_ ending: [UInt8], _ answer: [UInt8], _ closesThen: Bool, _ log: ByteLog) {
      self.log = log
      self.ending = ending
      self.answer = answer
      self.closesThen = closesThen
    }

    func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
      log.append(bytes)
      tail.append(copying: bytes)
      guard tail.suffix(ending.count) == ending[...] else { return }
      tail = []
      socket.write(&answer)
      if closesThen { socket.closeAfterWriting(lingeringFor: 5_000_000_000) }
    }
    func socketDidDrain(_ socket: Socket) {}
    func socketDidEndInput(_ socket: Socket) { socket.close() }
    func socketDidClose(_ socket: Socket, _ error: NetError?) {}
  }
}

/// Frames of HTTP/2, made by hand (RFC 9113, section 4.1).
enum Frame {
  static func settings() -> [UInt8] { frame(4, 0, 0, []) }

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

  static func reset(_ code: UInt8, stream: UInt8 = 1) -> [UInt8] {
    frame(3, 0, stream, [0, 0, 0, code])
  }

  static func goAway(last: UInt8, code: UInt8) -> [UInt8] {
    frame(7, 0, 0, [0, 0, 0, last, 0, 0, 0, code])
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
