// SPDX-License-Identifier: Apache-2.0

internal import RPCHTTP2
internal import Testing

@Suite("An HTTP/2 connection")
struct HTTP2ConnectionTests {
  private static let acknowledgement = Frame.make(type: 4, flags: 1, stream: 0, [])
  private static let refusal = Frame.make(type: 3, flags: 0, stream: 5, [0, 0, 0, 7])

  /// A server that takes two streams at a time, on which two are open.
  private func fullServer(beginning start: [UInt8]) -> Peer {
    let server = Peer(.server, streams: 2)
    server.receive(
      Frame.preface + Frame.emptySettings + start + Frame.request(stream: 1, ends: false)
        + Frame.request(stream: 3, ends: false))
    return server
  }

  @Test("R7: refuses a stream too many of who can't know the limit yet, and only that")
  func tooManyStreams() {
    let server = fullServer(beginning: [])
    #expect(server.receive(Frame.request(stream: 5)) == nil)
    #expect(server.produced().suffix(13) == Self.refusal[...])
    let end = Frame.make(type: 0, flags: 1, stream: 1, [])
    #expect(server.receive(end) == nil)
    #expect(server.events.last == "1 ended" && !server.session.isFinished)
  }

  @Test("R7: ends the connection of who has acknowledged the limit and goes beyond it")
  func brokenLimit() {
    let server = Peer(.server, streams: 2)
    _ = server.produced()
    let start = Self.acknowledgement + Frame.request(stream: 1, ends: false)
    server.receive(
      Frame.preface + Frame.emptySettings + start + Frame.request(stream: 3, ends: false)
        + Frame.request(stream: 5))
    // GOAWAY with PROTOCOL_ERROR; the two before it are known to have been taken.
    let bytes = server.produced()
    let goAway: [UInt8] = [0, 0, 0, 3, 0, 0, 0, 1]
    #expect(Frames(bytes).last { $0.type == 7 }?.payload.prefix(8) == goAway[...])
    #expect(server.session.isFinished)
  }

  @Test("R12: advertises the largest list of headers that it takes", arguments: [8_192, 65_536])
  func advertisedLimit(bytes: Int) {
    for role in [HTTP2Session.Role.server, .client] {
      let peer = Peer(role, headerListBytes: bytes)
      let start = role == .client ? Frame.preface.count : 0
      let settings = Frames(Array(peer.produced().dropFirst(start))).first { $0.type == 4 }
      #expect(settings?.setting(6) == bytes)
    }
  }

  @Test("R38: answers a PING ahead of the bodies that wait", arguments: [true, false])
  func ping(isServer: Bool) {
    let client = Peer(.client, windowBytes: 10_000_000)
    let server = Peer(.server, windowBytes: 10_000_000)
    let body = [UInt8](repeating: 7, count: 5_000_000)
    server.answer = { stream, session in
      stream.output.append(contentsOf: body)
      session.finish(stream)
      session.respond(stream, FixedFields([(":status", "200")]), then: .body)
    }
    let (peer, other) = isServer ? (server, client) : (client, server)
    client.receive(server.produced())
    client.request(body: isServer ? [] : body)
    if isServer { server.receive(client.produced()) }
    // One frame may have been begun that found no room.
    other.receive(peer.produced(upTo: 100_000))
    let mark: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    peer.receive(Frame.make(type: 6, flags: 0, stream: 0, mark))
    let next = Frames(peer.produced(upTo: 40_000))
    let place = next.firstIndex { $0.type == 6 && $0.flags == 1 && $0.payload == mark }
    #expect(peer.session.outputWaiting > 4_000_000)
    #expect((place ?? .max) <= 1)
  }

  @Test("R38: answers a PING while the peer's windows are closed")
  func pingBehindClosedWindows() {
    let (client, server) = (Peer(.client, windowBytes: 0), Peer(.server))
    server.answer = { stream, session in
      stream.output.append(7)
      session.respond(stream, FixedFields([(":status", "200")]), then: .body)
    }
    client.request()
    server.receive(client.produced())
    _ = server.produced()
    server.receive(Frame.make(type: 6, flags: 0, stream: 0, [0, 0, 0, 0, 0, 0, 0, 1]))
    #expect(Frames(server.produced()).map(\.type) == [6])
    #expect(server.session.outputWaiting == 1)
  }
}

/// Frames that were produced, taken apart.
private struct Frames: RandomAccessCollection {
  struct Frame {
    let type: UInt8
    let flags: UInt8
    let payload: [UInt8]

    /// The value of a setting, if the frame has it (RFC 9113, section 6.5.1).
    func setting(_ id: UInt8) -> Int? {
      for start in stride(from: 0, to: payload.count, by: 6) where payload[start + 1] == id {
        return payload[start + 2..<start + 6].reduce(0) { $0 << 8 | Int($1) }
      }
      return nil
    }
  }

  private var frames: [Frame] = []

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while rest.count >= 9 {
      let head = Array(rest.prefix(9))
      let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
      frames.append(
        Frame(
          type: head[3], flags: head[4], payload: Array(rest.dropFirst(9).prefix(length))))
      rest = rest.dropFirst(9 + length)
    }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { frames.count }
  subscript(position: Int) -> Frame { frames[position] }
}
