// SPDX-License-Identifier: Apache-2.0

internal import RPCNet

/// What a socket told its handler.
enum SocketEvent: Sendable, Equatable {
  case read([UInt8])
  case drained
  case inputEnded
  case closed(NetError?)
}

/// A socket that a test drives from its own task.
final class TestPeer: Sendable {
  let recorder: LoopBound<Recorder>
  private let stream: AsyncStream<SocketEvent>

  /// Takes over one end of a pair, or whatever `open` makes.
  init(
    on handle: EventLoopHandle,
    _ open: @escaping @Sendable (EventLoop, @escaping (Result<Socket, NetError>) -> Void) -> Void
  ) {
    let (stream, continuation) = AsyncStream.makeStream(of: SocketEvent.self)
    self.stream = stream
    recorder = LoopBound(on: handle) { loop in
      let recorder = Recorder(continuation)
      open(loop) { recorder.opened($0) }
      return recorder
    }
  }

  /// Connects to an address.
  static func connected(
    to address: SocketAddress, on handle: EventLoopHandle,
    timeoutNanoseconds: UInt64 = 5_000_000_000
  ) -> TestPeer {
    TestPeer(on: handle) { loop, done in
      loop.connect(to: address, timeoutNanoseconds: timeoutNanoseconds, done)
    }
  }

  /// Takes over a descriptor.
  static func adopting(_ descriptor: ConnectedDescriptor, on handle: EventLoopHandle) -> TestPeer {
    TestPeer(on: handle) { loop, done in
      do throws(NetError) { done(.success(try loop.adopt(descriptor))) } catch {
        done(.failure(error))
      }
    }
  }

  /// Does something with the socket on its loop.
  func with(_ body: @escaping @Sendable (Socket) -> Void) {
    recorder.execute { $0.whenOpen(body) }
  }

  func write(_ bytes: [UInt8]) {
    with { socket in
      var bytes = bytes
      socket.write(&bytes)
    }
  }

  /// The next event; nil after the end.
  func next() async -> SocketEvent? {
    var iterator = stream.makeAsyncIterator()
    return await iterator.next()
  }

  /// The bytes up to a count, or up to the end of the input.
  func bytes(_ count: Int) async -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      switch await next() {
      case .read(let more): bytes += more
      case .drained: continue
      case .inputEnded, .closed, nil: return bytes
      }
    }
    return bytes
  }

  /// How the connection ended; the bytes before it are dropped.
  func closed() async -> NetError? {
    while let event = await next() {
      if case .closed(let error) = event { return error }
    }
    return nil
  }
}

/// Hands a socket's events to a test.
final class Recorder: SocketHandler {
  private let events: AsyncStream<SocketEvent>.Continuation
  private var socket: Socket?
  private var waiting: [(Socket) -> Void] = []

  init(_ events: AsyncStream<SocketEvent>.Continuation) { self.events = events }

  func opened(_ result: Result<Socket, NetError>) {
    switch result {
    case .failure(let error):
      events.yield(.closed(error))
      events.finish()
    case .success(let socket):
      self.socket = socket
      socket.handler = self
      socket.resumeReading()
      for body in waiting { body(socket) }
      waiting = []
    }
  }

  func whenOpen(_ body: @escaping (Socket) -> Void) {
    if let socket { body(socket) } else { waiting.append(body) }
  }

  func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
    var copy: [UInt8] = []
    for index in bytes.indices { copy.append(bytes[index]) }
    events.yield(.read(copy))
  }

  func socketDidDrain(_ socket: Socket) { events.yield(.drained) }

  func socketDidEndInput(_ socket: Socket) { events.yield(.inputEnded) }

  func socketDidClose(_ socket: Socket, _ error: NetError?) {
    self.socket = nil
    events.yield(.closed(error))
    events.finish()
  }
}

/// Sends back what it reads, and ends when the other side does.
final class Echo: SocketHandler {
  /// Above this it stops reading until the other side has read.
  private let mostQueuedBytes: Int
  private let highWater: @Sendable (Int) -> Void

  init(mostQueuedBytes: Int, highWater: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.mostQueuedBytes = mostQueuedBytes
    self.highWater = highWater
  }

  static func serve(_ socket: Socket) {
    socket.handler = Echo(mostQueuedBytes: 1 << 20)
    socket.resumeReading()
  }

  func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
    socket.loop.withOutput { output in
      for index in bytes.indices { output.append(bytes[index]) }
      socket.write(&output)
    }
    highWater(socket.queuedBytes)
    if socket.queuedBytes > mostQueuedBytes { socket.pauseReading() }
  }

  func socketDidDrain(_ socket: Socket) { socket.resumeReading() }

  func socketDidEndInput(_ socket: Socket) {
    socket.closeAfterWriting(lingeringFor: 1_000_000_000)
  }

  func socketDidClose(_ socket: Socket, _ error: NetError?) {}
}

/// Runs a test with a group of loops, and stops them.
func withLoops<Result>(_ count: Int, _ body: (EventLoopGroup) async throws -> Result) async throws
  -> Result
{
  let group = try EventLoopGroup(count: count)
  do {
    let result = try await body(group)
    await group.stop()
    return result
  } catch {
    await group.stop()
    throw error
  }
}
