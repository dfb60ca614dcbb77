// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("A call in envelopes over HTTP/1.1")
struct GRPCWebTests {
  private let echo = "/test.Service/Echo"

  /// The envelopes of a body: flag and content.
  private func frames(_ body: [UInt8]) -> [(flag: UInt8, text: String)] {
    var frames: [(UInt8, String)] = []
    var rest = body[...]
    while rest.count >= 5 {
      let length = rest.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let content = rest.dropFirst(5).prefix(length)
      frames.append((rest[rest.startIndex], String(decoding: content, as: UTF8.self)))
      rest = rest.dropFirst(5 + length)
    }
    return frames
  }

  @Test("by gRPC-Web has its trailers behind the message, in the body")
  func grpcWeb() throws {
    let peer = try WebPeer()
    peer.post(echo, "application/grpc-web+proto", GRPCPeer.framed([0x10, 7]))
    let reply = try peer.reply()
    #expect(reply.status == 200)
    #expect(reply.fields["content-type"] == "application/grpc-web+proto")
    let frames = frames(reply.body)
    #expect(frames.map(\.flag) == [0, 0x80])
    #expect(frames[0].text == "\u{10}\u{7}" && frames[1].text == "grpc-status: 0\r\n")
  }

  @Test("by gRPC-Web in base64 has each envelope in base64 of its own")
  func grpcWebText() throws {
    let peer = try WebPeer()
    // "\u{10}\u{7}" in an envelope, in two parts with padding of their own.
    peer.post(echo, "application/grpc-web-text", Array("AAA=AAACEAc=".utf8))
    let reply = try peer.reply()
    #expect(reply.fields["content-type"] == "application/grpc-web-text+proto")
    #expect(reply.text == "AAAAAAIQBw==gAAAABBncnBjLXN0YXR1czogMA0K")
  }

  @Test("by gRPC-Web that fails has its status and details behind no message")
  func failure() throws {
    let peer = try WebPeer()
    peer.post("/test.Service/Fail", "application/grpc-web", GRPCPeer.framed([]))
    let frames = frames(try peer.reply().body)
    #expect(frames.map(\.flag) == [0x80])
    #expect(
      frames[0].text == "grpc-status: 5\r\ngrpc-message: No quote has the id %C3%A9.\r\n"
        + "grpc-status-details-bin: DQ4\r\n")
  }

  @Test(
    "is refused where it is not one message",
    arguments: [
      ([], "13"), ([0, 0, 0], "13"), (GRPCPeer.framed([1]) + [0], "12"),
      ([0, 0x7F, 0xFF, 0xFF, 0xFF], "8"), ([1, 0, 0, 0, 1, 1], "13"),
    ] as [([UInt8], String)])
  func notOne(body: [UInt8], code: String) throws {
    let peer = try WebPeer()
    peer.post(echo, "application/grpc-web", body)
    let frames = frames(try peer.reply().body)
    #expect(frames.last?.text.hasPrefix("grpc-status: \(code)\r\n") == true, "\(frames)")
  }

  @Test("of a stream brings its responses as they come, in chunks, and then the status")
  func stream() async throws {
    let peer = try WebPeer(router: .withStreams(on: Stage()))
    peer.post("/test.Service/Count", "application/grpc-web", GRPCPeer.framed([3]))
    for _ in 1...4 { await peer.deliver() }
    let reply = try peer.reply()
    #expect(reply.fields["transfer-encoding"] == "chunked")
    let frames = frames(reply.body)
    #expect(frames.map(\.flag) == [0, 0, 0, 0x80])
    #expect(frames.map(\.text) == ["\u{0}", "\u{1}", "\u{2}", "grpc-status: 0\r\n"])
    #expect(peer.verdict == .open)
  }

  @Test("of a stream by Connect ends by an object of JSON")
  func connectStream() async throws {
    let peer = try WebPeer(router: .withStreams(on: Stage()))
    peer.post("/test.Service/Count", "application/connect+proto", GRPCPeer.framed([1, 0, 1]))
    for _ in 1...2 { await peer.deliver() }
    let frames = frames(try peer.reply().body)
    #expect(frames.map(\.flag) == [0, 2])
    #expect(
      frames[1].text == #"{"error":{"code":"not_found","message":"No quote has the id é."}}"#)
  }

  @Test("of a stream holds its handler back while the client reads nothing")
  func slowReader() async throws {
    let stage = Stage()
    let peer = try WebPeer(
      router: .withStreams(on: stage), limits: { $0.streamedReplyBytes = 20_000 })
    peer.holdsOutput = true
    peer.post("/test.Service/Flood", "application/grpc-web", GRPCPeer.framed([1]))
    for _ in 1...2 { await peer.deliver() }
    #expect(peer.mail.isEmpty)
    #expect(stage.scene.sent == 1, "The second waits for room.")
    peer.session.connectionLost()
    await stage.until { !$0.refusals.isEmpty }
    #expect(stage.scene.refusals.map(\.code) == [.cancelled])
  }

  @Test("of a stream ends when the client has closed its side")
  func clientHasGone() async throws {
    let stage = Stage()
    let peer = try WebPeer(router: .withStreams(on: stage))
    peer.post("/test.Service/HeldStream", "application/grpc-web", GRPCPeer.framed([9]))
    await peer.deliver()
    #expect(peer.session.callsInFlight == 1)
    peer.endInput()
    #expect(peer.verdict == .closeAfterOutput(reason: nil) && peer.session.callsInFlight == 0)
    await stage.until { $0.cancelled == [9] }
  }

  @Test("of a stream isn't one of Connect with a bare message, and says what is")
  func bareStream() async throws {
    let peer = try WebPeer(router: .withStreams(on: Stage()))
    peer.post("/test.Service/Count", "{}")
    let reply = try peer.reply()
    #expect(reply.status == 415 && reply.text.contains("application/connect+json"))
  }
}
