// SPDX-License-Identifier: Apache-2.0

internal import RPCNet
internal import Testing

@Suite("A socket")
struct SocketTests {
  @Test("carries bytes both ways over TCP")
  func echoOverTCP() async throws {
    try await withLoops(2) { group in
      let listener = try Listener(
        on: .tcp(host: "127.0.0.1", port: 0), backlog: 16, group: group, accepted: Echo.serve)
      let peer = TestPeer.connected(to: listener.boundAddress, on: group.handles[1])
      peer.write(Array("daily".utf8))
      #expect(await peer.bytes(5) == Array("daily".utf8))
      peer.with { $0.close() }
      #expect(await peer.closed() == nil)
    }
  }

  @Test("gets the answer to what it sent before it ended its side")
  func halfClose() async throws {
    try await withLoops(2) { group in
      let listener = try Listener(
        on: .tcp(host: "127.0.0.1", port: 0), backlog: 16, group: group, accepted: Echo.serve)
      let peer = TestPeer.connected(to: listener.boundAddress, on: group.handles[0])
      let words = [UInt8](repeating: 7, count: 1 << 20)
      peer.write(words)
      peer.with { $0.finishWriting() }
      #expect(await peer.bytes(.max) == words)
    }
  }

  @Test("queues no more than its reader's pause allows")
  func slowReader() async throws {
    try await withLoops(2) { group in
      let most = Shared(0)
      let (left, right) = try ConnectedDescriptor.pair()
      group.handles[0].execute { loop in
        guard let socket = try? loop.adopt(left) else { return }
        socket.handler = Echo(mostQueuedBytes: 256 << 10) { queued in
          most.update { $0 = max($0, queued) }
        }
        socket.resumeReading()
      }
      let peer = TestPeer.adopting(right, on: group.handles[1])
      peer.with { $0.pauseReading() }
      let words = (0..<(2 << 20)).map { UInt8(truncatingIfNeeded: $0) }
      peer.write(words)
      peer.with { $0.resumeReading() }
      #expect(await peer.bytes(words.count) == words)
      // One read more than the limit may have been taken in before the pause.
      #expect(most.value <= (256 << 10) + (64 << 10))
    }
  }

  @Test("empties what it was given to write and keeps its room")
  func writeEmpties() async throws {
    try await withLoops(1) { group in
      let (left, right) = try ConnectedDescriptor.pair()
      let peer = TestPeer.adopting(right, on: group.handles[0])
      let outcome = await withCheckedContinuation { result in
        group.handles[0].execute { loop in
          guard let socket = try? loop.adopt(left) else { return }
          var bytes: [UInt8] = [1, 2, 3]
          bytes.reserveCapacity(1_000)
          socket.write(&bytes)
          result.resume(returning: (bytes.count, bytes.capacity >= 1_000, socket.queuedBytes))
        }
      }
      #expect(outcome == (0, true, 0))
      #expect(await peer.bytes(3) == [1, 2, 3])
    }
  }

  @Test("says that the other side broke off")
  func reset() async throws {
    try await withLoops(1) { group in
      let listener = try Listener(
        on: .tcp(host: "127.0.0.1", port: 0), backlog: 16, group: group
      ) { socket in
        // It never reads: closing with unread input resets the connection.
        socket.handler = CloseOnTimer(socket)
      }
      let peer = TestPeer.connected(to: listener.boundAddress, on: group.handles[0])
      peer.write([1, 2, 3])
      let error = await peer.closed()
      #expect(error?.cause == .reset)
      #expect(
        error?.description
          == "The connection to \(listener.boundAddress) was lost: broken off by the other side.")
    }
  }

  @Test("delivers its last words although input lies unread")
  func lastWords() async throws {
    try await withLoops(2) { group in
      let listener = try Listener(
        on: .tcp(host: "127.0.0.1", port: 0), backlog: 16, group: group
      ) { socket in
        socket.handler = LastWords()
        socket.resumeReading()
      }
      let peer = TestPeer.connected(to: listener.boundAddress, on: group.handles[0])
      peer.write([UInt8](repeating: 0, count: 8 << 20))
      #expect(await peer.bytes(.max) == Array("too large".utf8))
      peer.with { $0.close() }
      #expect(await peer.closed() == nil)
    }
  }

  @Test("stops waiting for the other side's end when the time is up")
  func lingerEnds() async throws {
    try await withLoops(1) { group in
      let (left, right) = try ConnectedDescriptor.pair()
      let stays = TestPeer.adopting(right, on: group.handles[0])
      let leaves = TestPeer.adopting(left, on: group.handles[0])
      leaves.with { $0.closeAfterWriting(lingeringFor: 1_000_000) }
      #expect(await leaves.closed() == nil)
      #expect(await stays.next() == .inputEnded)
    }
  }

  @Test("throws away what is written after its end")
  func writeAfterEnd() async throws {
    try await withLoops(1) { group in
      let (left, right) = try ConnectedDescriptor.pair()
      let one = TestPeer.adopting(left, on: group.handles[0])
      let other = TestPeer.adopting(right, on: group.handles[0])
      one.write([1])
      one.with { $0.finishWriting() }
      one.write([2])
      one.with { $0.finishWriting() }
      #expect(await other.bytes(.max) == [1])
      other.with { $0.close() }
      #expect(await one.next() == .inputEnded)
      one.with { $0.close() }
      one.write([3])
      #expect(await one.closed() == nil)
    }
  }
}

/// Answers the first bytes by a last word, whatever still comes.
private final class LastWords: SocketHandler {
  func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
    var words = Array("too large".utf8)
    socket.write(&words)
    socket.closeAfterWriting(lingeringFor: 5_000_000_000)
  }
  func socketDidDrain(_ socket: Socket) {}
  func socketDidEndInput(_ socket: Socket) {}
  func socketDidClose(_ socket: Socket, _ error: NetError?) {}
}

/// Closes once something has arrived, without reading it.
private final class CloseOnTimer: SocketHandler {
  private var timer: LoopTimer?

  init(_ socket: Socket) {
    // The client writes in an earlier turn of the same loop than this fires in.
    let timer = socket.loop.makeTimer { socket.close() }
    timer.start(at: socket.loop.now + 20_000_000)
    self.timer = timer
  }
  func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {}
  func socketDidDrain(_ socket: Socket) {}
  func socketDidEndInput(_ socket: Socket) {}
  func socketDidClose(_ socket: Socket, _ error: NetError?) { timer = nil }
}
