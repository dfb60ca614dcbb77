// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2
internal import RPCTransport
internal import Testing

@Suite("A gRPC session whose calls have streams of requests")
struct RequestSessionTests {
  private let stage = Stage()
  private static let window = 65_535

  private func makePeer(_ change: (inout Limits) -> Void = { _ in }) -> GRPCPeer {
    GRPCPeer(router: .withRequests(on: stage)) {
      $0.streamWindowBytes = Self.window
      change(&$0)
    }
  }

  /// Hands on what tasks have until the call is over.
  private func finish(_ reply: GRPCReply, of peer: GRPCPeer) async {
    while reply.code == nil { await peer.takeFromTask() }
  }

  @Test(
    "R13: hands every request on, however the bytes are cut",
    arguments: [1, 4, 5, 6, 1_000, 100_000])
  func anyCut(size: Int) async {
    let peer = makePeer()
    let bytes = GRPCPeer.framed(
      [UInt8](repeating: 1, count: 27_182), [UInt8](repeating: 2, count: 8), [],
      [UInt8](repeating: 3, count: 1_828), [UInt8](repeating: 4, count: 45_904))
    let (stream, reply) = peer.begin(GRPCPeer.headers("Sum"))
    for start in stride(from: 0, to: bytes.count, by: size) {
      peer.add(Array(bytes[start..<min(start + size, bytes.count)]), to: stream)
      while !peer.tasks.isEmpty { await peer.takeFromTask() }
    }
    peer.end(stream)
    await finish(reply, of: peer)
    #expect(reply.message == Array("74922".utf8) && reply["grpc-status"] == "0")
    #expect(stage.scene.read == 5)
  }

  @Test("R38: gives a stream's window back as its handler reads, and not before")
  func window() async {
    let peer = makePeer()
    let (stream, reply) = peer.begin(GRPCPeer.headers("HeldSum"))
    let request = GRPCPeer.framed([UInt8](repeating: 1, count: 10_000))
    for _ in 0..<20 { peer.add(request, to: stream) }
    await stage.until { $0.entered == [1] }
    #expect(stream?.outputWaiting == 20 * 10_005 - Self.window)
    let other = peer.call()
    #expect(other["grpc-status"] == "0", "One slow stream starves nobody.")
    stage.release(1)
    while (stream?.outputWaiting ?? 0) > 0 { await peer.takeFromTask() }
    peer.end(stream)
    await finish(reply, of: peer)
    #expect(reply.message == Array("200000".utf8))
  }

  @Test("R17: takes a request that is larger than the window, and none above the limit")
  func largeRequest() async {
    let peer = makePeer { $0.messageBytes = 300_000 }
    let (stream, reply) = peer.begin(GRPCPeer.headers("Sum"))
    peer.add(GRPCPeer.framed([UInt8](repeating: 1, count: 300_000)), to: stream)
    while (stream?.outputWaiting ?? 0) > 0 { await peer.takeFromTask() }
    peer.end(stream)
    await finish(reply, of: peer)
    #expect(reply.message == Array("300000".utf8))
    let (_, refused) = peer.begin(
      GRPCPeer.headers("Sum"), body: [0, 0, 4, 0x93, 0xE1])
    peer.exchange()
    #expect(refused["grpc-status"] == "8" && refused.code == .noError)
  }

  @Test("keeps a million small requests within the window that they take")
  func smallRequests() async {
    let peer = makePeer { $0.waitingRequestBytes = 2 * Self.window }
    let (stream, reply) = peer.begin(GRPCPeer.headers("HeldSum"))
    let thousand = [UInt8](repeating: 0, count: 5).repeated(1_000)
    for _ in 0..<1_000 { peer.add(thousand, to: stream) }
    await stage.until { $0.entered == [1] }
    #expect(reply.code == nil && stream?.outputWaiting == 5_000_000 - Self.window)
    peer.cancel(stream)
    stage.release(1)
    await stage.until { $0.refusals.count == 1 }
  }

  @Test("R25: sends the status of a handler that ends first, then resets the stream by NO_ERROR")
  func earlyEnd() async {
    let peer = makePeer()
    let (_, reply) = peer.begin(GRPCPeer.headers("First"), body: GRPCPeer.framed([9]))
    peer.exchange()
    await finish(reply, of: peer)
    #expect(reply["grpc-status"] == "0" && reply.message == [9])
    #expect(reply.code == .noError && reply.hasEnded)
    #expect(peer.call()["grpc-status"] == "0")
  }

  @Test("R25: gives the connection's window back for what comes after the end")
  func windowAfterEnd() async {
    let peer = makePeer { $0.connectionWindowBytes = Self.window }
    for _ in 0..<3 {
      let (stream, reply) = peer.begin(
        GRPCPeer.headers("HeldStream"), body: GRPCPeer.framed([5]))
      peer.end(stream)
      let (late, first) = peer.begin(GRPCPeer.headers("First"), body: GRPCPeer.framed([9]))
      peer.add([UInt8](repeating: 0, count: 50_000), to: late)
      await finish(first, of: peer)
      #expect(first["grpc-status"] == "0")
      peer.cancel(stream)
      #expect(reply.code == .cancel)
    }
    #expect(peer.call(body: GRPCPeer.framed([UInt8](repeating: 1, count: 60_000))).message != nil)
    stage.release(5)
  }

  @Test(
    "R14: ends a call whose bytes are no requests by INTERNAL",
    arguments: [
      (bytes: [0, 0, 0, 0, 2, 7], ends: true), (bytes: [0, 0], ends: true),
      (bytes: [2, 0, 0, 0, 0], ends: false), (bytes: [1, 0, 0, 0, 0], ends: false),
      (bytes: [0, 0, 0, 0, 1, 0xBB], ends: false),
    ] as [(bytes: [UInt8], ends: Bool)])
  func malformed(request: (bytes: [UInt8], ends: Bool)) async {
    let peer = makePeer()
    let (stream, reply) = peer.begin(GRPCPeer.headers("Sum"), body: request.bytes)
    if request.ends { peer.end(stream) } else { peer.exchange() }
    await finish(reply, of: peer)
    #expect(reply["grpc-status"] == "13")
    await stage.until { $0.refusals.map(\.code) == [.internal] }
  }

  @Test("R30: tells a handler that reads that its caller has reset the call")
  func reset() async {
    let peer = makePeer()
    let (stream, _) = peer.begin(GRPCPeer.headers("Sum"), body: GRPCPeer.framed([9]))
    peer.exchange()
    await stage.until { $0.read == 1 }
    peer.cancel(stream)
    await stage.until { !$0.refusals.isEmpty }
    #expect(stage.scene.refusals == [Status(.cancelled, "The caller has cancelled the call.")])
  }

  @Test("R30: tells a handler that reads that the connection is lost")
  func connectionLost() async {
    let peer = makePeer()
    _ = peer.begin(GRPCPeer.headers("Mirror"))
    peer.exchange()
    peer.server.connectionLost()
    await stage.until { $0.refusals.map(\.code) == [.cancelled] }
  }

  @Test("R29: ends a call at its deadline, and tells its handler")
  func deadline() async {
    let peer = makePeer()
    let headers = GRPCPeer.headers("Mirror") + [("grpc-timeout", "50m")]
    let (_, reply) = peer.begin(headers, body: GRPCPeer.framed([9]))
    peer.exchange()
    await peer.takeFromTask()
    #expect(reply.message == [9])
    peer.wait(milliseconds: 49)
    #expect(reply["grpc-status"] == nil)
    peer.wait(milliseconds: 1)
    #expect(reply["grpc-status"] == "4" && reply.code == .noError)
    await stage.until { $0.refusals.map(\.code) == [.deadlineExceeded] }
  }

  @Test("refuses what is more than a connection's requests may hold")
  func heldRequests() async {
    let peer = makePeer { $0.waitingRequestBytes = 100_000 }
    let body = GRPCPeer.framed([UInt8](repeating: 1, count: 60_000))
    let (_, first) = peer.begin(GRPCPeer.headers("HeldSum"), body: body)
    let (_, second) = peer.begin(GRPCPeer.headers("HeldSum"), body: body)
    peer.exchange()
    #expect(first.code == nil && second["grpc-status"] == "8")
    peer.server.connectionLost()
    stage.release(1)
    await stage.until { $0.refusals.count == 2 }
  }

  @Test("R32: lets a call go on over a drain until its caller has sent all")
  func drain() async {
    let peer = makePeer()
    let (stream, reply) = peer.begin(GRPCPeer.headers("Sum"), body: GRPCPeer.framed([9]))
    peer.exchange()
    peer.drain()
    peer.add(GRPCPeer.framed([9, 9]), to: stream)
    peer.end(stream)
    await finish(reply, of: peer)
    #expect(reply.message == Array("3".utf8) && reply["grpc-status"] == "0")
  }

  @Test(
    "over the delimited protocol says that only gRPC carries them", arguments: ["Sum", "Mirror"])
  func delimited(method: String) {
    var peer = DelimitedPeer.open(router: .withRequests(on: stage))
    peer.send(DelimitedCall(id: 1, method: "/test.Service/\(method)", message: [1]))
    let statuses = peer.replies().map(\.status)
    #expect(statuses.map { $0?.code } == [12])
    #expect(statuses.first??.message.contains("only gRPC over HTTP/2 carries") == true)
  }
}

extension [UInt8] {
  fileprivate func repeated(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<count { bytes += self }
    return bytes
  }
}
