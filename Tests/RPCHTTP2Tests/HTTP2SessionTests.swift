// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2
internal import Testing

@Suite("An HTTP/2 session")
struct HTTP2SessionTests {
  private static let okHeaders = [
    (name: ":status" as StaticString, value: "200" as StaticString),
    (name: "content-type", value: "application/grpc"),
  ]
  private static let okTrailers = [
    (name: "grpc-status" as StaticString, value: "0" as StaticString)
  ]

  private func answer(_ body: [UInt8]) -> (HTTP2Stream, HTTP2Session) -> Void {
    { stream, session in
      stream.output.append(contentsOf: body)
      session.finish(stream, trailers: FixedFields(Self.okTrailers))
      session.respond(stream, FixedFields(Self.okHeaders), then: .body)
    }
  }

  @Test(
    "R20: carries a call there and back, however the bytes are cut",
    arguments: [1, 2, 3, 5, 7, 9, 64, Int.max])
  func call(piecesOf size: Int) {
    let (client, server) = (Peer(.client), Peer(.server))
    server.answer = answer(Array("quote".utf8))
    client.request(body: [1, 2, 3])
    client.exchange(with: server, piecesOf: size)
    #expect(
      server.events == [
        "1 :method=POST :scheme=http :path=/a.B/C", "1 ended", "1 closed 0",
      ])
    #expect(server.body == [1, 2, 3])
    #expect(
      client.events == [
        "1 :status=200 content-type=application/grpc", "1 grpc-status=0", "1 ended", "1 closed 0",
      ])
    #expect(client.body == Array("quote".utf8))
  }

  @Test("gives a large body in pieces, as windows open", arguments: [0, 1, 16_384, 1_000_000])
  func largeBody(of size: Int) {
    let (client, server) = (Peer(.client), Peer(.server))
    let body = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    server.answer = answer(body)
    client.request(body: body)
    client.exchange(with: server)
    #expect(server.body.elementsEqual(body))
    #expect(client.body.elementsEqual(body))
    #expect(server.session.outputWaiting == 0)
    #expect(client.session.outputWaiting == 0)
  }

  @Test("produces no more than it is asked for, so that a peer that never reads costs nothing")
  func limit() {
    let (client, server) = (Peer(.client, windowBytes: 10_000_000), Peer(.server))
    server.answer = answer([UInt8](repeating: 7, count: 5_000_000))
    client.request()
    server.receive(client.produced())
    let first = server.produced(upTo: 100_000)
    #expect(first.count <= 100_000 + 16_384 + 9)
    client.receive(first)
    client.exchange(with: server)
    #expect(client.body.count == 5_000_000)
    #expect(client.events.last == "1 closed 0")
  }

  @Test("sends what is added to a body later, and waits in between")
  func laterBytes() throws {
    let (client, server) = (Peer(.client), Peer(.server))
    let stream = try #require(client.request(body: [1], ends: false))
    client.exchange(with: server)
    #expect(server.body == [1])
    stream.output.append(2)
    client.session.outputAdded(stream)
    client.exchange(with: server)
    #expect(server.body == [1, 2])
    client.session.finish(stream)
    client.exchange(with: server)
    #expect(server.events.last == "1 ended")
  }

  @Test("serves one stream after the other with the same objects and memory")
  func reuse() {
    let memory = HTTP2Memory(keptLimitBytes: 1 << 20)
    let (client, server) = (Peer(.client, memory: memory), Peer(.server, memory: memory))
    server.answer = answer([9])
    for _ in 0..<1000 {
      for _ in 0..<20 { client.request(body: [4], more: [("x-id", "a value")]) }
      client.exchange(with: server)
    }
    #expect(client.body.count == 20_000)
    #expect(server.body.count == 20_000)
    #expect(server.session.streams.isEmpty)
    #expect(client.events.filter { $0.hasSuffix("closed 0") }.count == 20_000)
  }

  @Test("R25: resets without error what it ends before the peer does, and a client takes it well")
  func earlyEnd() throws {
    let (client, server) = (Peer(.client), Peer(.server))
    server.greet = { stream, session in
      session.respond(stream, FixedFields(Self.okHeaders + Self.okTrailers), then: .end)
    }
    try #require(client.request(body: [1], ends: false) != nil)
    client.exchange(with: server)
    #expect(client.events.last == "1 closed 0")
    #expect(client.events.contains("1 ended"))
    #expect(server.session.streams.isEmpty)
  }

  @Test("R12: marks a header list above the limit, and counts 32 bytes for each")
  func headerListLimit() {
    let size = 3 * 32 + ":methodPOST:schemehttp:path/".utf8.count
    for (limit, passes) in [(size, true), (size - 1, false)] {
      let (client, server) = (Peer(.client), Peer(.server, headerListBytes: limit))
      client.request(path: "/")
      client.exchange(with: server)
      #expect(server.events.contains("1 too many headers") == !passes)
    }
  }

  @Test("R12: ends the connection of a header bomb, and keeps little of it")
  func headerBomb() {
    let server = Peer(.server)
    // One large field enters the table; each further byte names it again.
    let field: [UInt8] = [0x40, 1, UInt8(ascii: "x"), 0x7F, 0x81, 0x1E]
    let block =
      [0x83, 0x86, 0x84] + field + [UInt8](repeating: 120, count: 4000)
      + [UInt8](repeating: 0xBE, count: 12_000)
    let bomb = Frame.make(type: 1, flags: 5, stream: 1, block)
    let error = server.receive(Frame.preface + Frame.emptySettings + bomb)
    guard case .peerFault(.enhanceYourCalm, _) = error else {
      Issue.record("The bomb was taken: \(String(describing: error)).")
      return
    }
    let reason = "A header list above 8 times 8192 bytes."
    #expect(server.produced().ends(with: Frame.goAway(last: 1, code: 0xB, reason)))
    #expect(server.session.isFinished)
  }

  @Test("ends the connection of a flood of CONTINUATION frames, and goes on living")
  func continuationFlood() {
    let server = Peer(.server)
    let start = Frame.make(type: 1, flags: 0, stream: 1, [0x83, 0x86, 0x84])
    let flood = (0..<10_000).flatMap { _ in Frame.make(type: 9, flags: 0, stream: 1, []) }
    let error = server.receive(Frame.preface + Frame.emptySettings + start + flood)
    guard case .peerFault = error else {
      Issue.record("The flood was taken: \(String(describing: error)).")
      return
    }
    #expect(server.events == [])
    _ = server.produced()
    #expect(server.session.isFinished)
  }

  @Test("resets a request whose second block of headers does not end it")
  func openTrailers() {
    let server = Peer(.server)
    let trailers: [UInt8] = [0x00, 1, UInt8(ascii: "x"), 1, UInt8(ascii: "y")]
    server.receive(
      Frame.preface + Frame.emptySettings + Frame.request(stream: 1, ends: false)
        + Frame.make(type: 1, flags: 4, stream: 1, trailers))
    #expect(server.produced().suffix(13) == [0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 1])
    #expect(server.events.last == "1 closed 1")
  }

  @Test("R41: ends the connection when a stream's number is below an earlier one")
  func decreasingID() {
    let server = Peer(.server)
    let start = Frame.preface + Frame.emptySettings + Frame.request(stream: 5)
    #expect(server.receive(start) == nil)
    let error = server.receive(Frame.request(stream: 3))
    #expect(error == .peerFault(.protocolError, "Stream 3 began after stream 5."))
    let goAway = Frame.goAway(last: 5, code: 1, "Stream 3 began after stream 5.")
    #expect(server.produced().ends(with: goAway))
    #expect(server.session.isFinished)
  }

  @Test("R41: forgives headers of a stream that it has just reset itself")
  func lateTrailers() {
    let server = Peer(.server)
    server.greet = { stream, session in session.reset(stream, .cancel) }
    let start = Frame.preface + Frame.emptySettings
    server.receive(start + Frame.request(stream: 1, ends: false))
    _ = server.produced()
    #expect(server.receive(Frame.request(stream: 1)) == nil)
  }

  @Test("R41: forgives trailers of a stream that was refused or ended long ago, and no gap")
  func trailersOfClosedStreams() {
    let server = Peer(.server, streams: 2)
    server.greet = { stream, session in
      if stream.id > 4000 { session.reset(stream, .cancel) }
    }
    server.receive(Frame.preface + Frame.emptySettings)
    for id in [1, 3, 5] as [UInt32] { server.receive(Frame.request(stream: id, ends: false)) }
    // The third was refused; its trailers come all the same.
    #expect(server.receive(Frame.request(stream: 5)) == nil)
    for id in stride(from: 4001, to: 5001, by: 4) as StrideTo<UInt32> {
      server.receive(Frame.request(stream: id, ends: false))
      _ = server.produced()
    }
    #expect(server.receive(Frame.request(stream: 4001)) == nil)
    #expect(
      server.receive(Frame.request(stream: 4003))
        == .peerFault(.protocolError, "Stream 4003 began after stream 4997."))
  }

  @Test("R32: goes away in two steps and lets open streams finish")
  func drain() throws {
    let (client, server) = (Peer(.client), Peer(.server))
    let stream = try #require(client.request(body: [1], ends: false))
    client.exchange(with: server)
    server.session.announceShutdown()
    client.exchange(with: server)
    #expect(client.events.last == "goaway 2147483647 0")
    #expect(server.pings == 1)
    server.session.refuseNewStreams()
    client.exchange(with: server)
    #expect(client.events.last == "goaway 1 0")
    #expect(client.session.canRequest == false)
    #expect(server.session.isFinished == false)
    server.answer = answer([5])
    client.session.finish(stream)
    client.exchange(with: server)
    #expect(client.body == [5])
    #expect(server.session.isFinished)
  }

  @Test("R27: says that a request which never left was refused, so that it may be tried again")
  func neverSent() {
    let (client, server) = (Peer(.client), Peer(.server))
    client.exchange(with: server)
    server.session.refuseNewStreams()
    client.request()
    client.receive(server.produced())
    client.exchange(with: server)
    #expect(client.events.last == "1 closed 7")
  }

  @Test("R27: tells why the peer reset a stream", arguments: [1, 2, 7, 8, 11] as [UInt32])
  func resetCode(code: UInt32) {
    let (client, server) = (Peer(.client), Peer(.server))
    server.greet = { $1.reset($0, HTTP2ErrorCode(rawValue: code)) }
    client.request(ends: false)
    client.exchange(with: server)
    #expect(client.events.last == "1 closed \(code)")
  }

  @Test("tells a handler once that its deadline has passed")
  func deadline() throws {
    let (client, server) = (Peer(.client), Peer(.server))
    let stream = try #require(client.request(ends: false))
    client.exchange(with: server)
    let session = client.session
    session.setDeadline(Deadline(nanoseconds: 100), of: stream)
    #expect(session.nextDeadline == Deadline(nanoseconds: 100))
    session.expire(now: 99)
    #expect(client.events.isEmpty)
    session.expire(now: 100)
    session.expire(now: 101)
    #expect(client.events == ["1 late"])
    #expect(session.nextDeadline == .never)
  }

  @Test("gives up on bytes that are no HTTP/2, and says so")
  func garbage() {
    let server = Peer(.server)
    let error = server.receive(Array("GET / HTTP/1.1\r\n\r\n".utf8))
    guard case .peerFault(.protocolError, _) = error else {
      Issue.record("The bytes were taken.")
      return
    }
    #expect(server.session.isFinished == false)
    #expect(!server.produced().isEmpty)
    #expect(server.session.isFinished)
  }

  @Test("survives any bytes after the preface", arguments: 0..<64)
  func random(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    let noise = (0..<4096).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    let server = Peer(.server)
    server.answer = answer([1])
    server.receive(Frame.preface + Frame.emptySettings + noise, piecesOf: 100)
    _ = server.produced()
    server.session.connectionLost()
    #expect(server.session.streams.isEmpty)
  }
}
