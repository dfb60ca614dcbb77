// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2
internal import RPCTransport
internal import Testing

@Suite("A session whose calls have streams of responses")
struct StreamSessionTests {
  private let stage = Stage()

  @Test("R38: of gRPC holds a handler back while the client's window lets nothing through")
  func grpcWindow() async {
    let peer = GRPCPeer(windowBytes: 20_000, router: .withStreams(on: stage)) {
      $0.streamedReplyBytes = 50_000
    }
    peer.holdsWindows = true
    let reply = peer.call(GRPCPeer.headers("Flood"))
    // Two fit through the window, and with five more too much waits.
    for _ in 0..<7 { await peer.takeFromTask() }
    #expect(stage.scene.sent == 6 && peer.tasks.isEmpty)
    #expect(reply.blocks.count == 1 && reply.body.count == 20_000)
    peer.openWindows()
    await peer.takeFromTask()
    #expect(reply.body.count == 40_000)
    peer.server.connectionLost()
    await peer.tasks.deliver()
    await stage.until { !$0.refusals.isEmpty }
    #expect(stage.scene.refusals == [Status(.cancelled, "The caller has cancelled the call.")])
  }

  @Test("of the delimited protocol holds a handler back until what it sent has gone")
  func delimitedRoom() async {
    var peer = DelimitedPeer.open(router: .withStreams(on: stage)) {
      $0.streamedReplyBytes = 25_000
    }
    peer.send(DelimitedCall(id: 1, method: "\(FloodMethod.path)"))
    for _ in 0..<3 { await peer.tasks.deliver() }
    #expect(stage.scene.sent == 2 && peer.tasks.isEmpty)
    peer.makeRoom()
    #expect(peer.replies().map(\.message.count) == [10_000, 10_000, 10_000])
    await peer.tasks.deliver()
    peer.loseConnection()
    await peer.tasks.deliver()
    await stage.until { !$0.refusals.isEmpty }
    #expect(peer.callsInFlight == 0)
  }

  @Test("of the delimited protocol ends a stream by itself, and one that fails by its status")
  func delimitedEnd() async {
    var peer = DelimitedPeer.open(router: .withStreams(on: stage))
    peer.send(DelimitedCall(id: 4, method: "\(CountMethod.path)", message: [2]))
    for _ in 0..<3 { await peer.takeFromTask() }
    let replies = peer.replies()
    #expect(replies.map(\.id) == [4, 4, 4])
    #expect(replies.map(\.message) == [[0], [1], []])
    #expect(replies.map(\.isLast) == [false, false, true])
    #expect(replies.allSatisfy { $0.status == nil })
    peer.send(DelimitedCall(id: 5, method: "\(CountMethod.path)", message: [1, 0, 1]))
    for _ in 0..<2 { await peer.takeFromTask() }
    #expect(peer.replies().map { $0.status?.code } == [nil, 5])
  }

  @Test("of the delimited protocol ends a stream whose response is above what the caller takes")
  func delimitedLimit() async {
    var peer = DelimitedPeer.open(router: .withStreams(on: stage))
    peer.send(DelimitedCall(id: 1, method: "\(FloodMethod.path)", maxReplyBytes: 9_999))
    await peer.takeFromTask()
    #expect(peer.replies().map { $0.status?.code } == [8])
    await stage.until { $0.refusals.map(\.code) == [.resourceExhausted] }
    #expect(peer.callsInFlight == 0)
  }

  @Test("R21, R22: of gRPC sends an early error alone, and one behind responses as trailers")
  func grpcErrors() async {
    let peer = GRPCPeer(router: .withStreams(on: stage))
    let early = peer.call(GRPCPeer.headers("Count"), body: GRPCPeer.framed([0, 0, 1]))
    await peer.takeFromTask()
    #expect(early.blocks.count == 1 && early["grpc-status"] == "5")
    let late = peer.call(GRPCPeer.headers("Count"), body: GRPCPeer.framed([1, 0, 1]))
    for _ in 0..<2 { await peer.takeFromTask() }
    #expect(late.blocks.count == 2 && late.message == [0])
    #expect(late.blocks.last?["grpc-message"] == "No quote has the id %C3%A9.")
    let empty = peer.call(GRPCPeer.headers("Count"), body: GRPCPeer.framed([0]))
    await peer.takeFromTask()
    #expect(empty["grpc-status"] == "0" && empty.body.isEmpty && empty.code == .noError)
  }

  @Test("gives a stream no room beyond one response where the whole loop is full")
  func fullLoop() async {
    let peer = GRPCPeer(windowBytes: 0, router: .withStreams(on: stage)) {
      $0.holdsInAll(15_000)
    }
    _ = peer.call(GRPCPeer.headers("Flood"))
    // The second is what fills it, and isn't read.
    for _ in 0..<2 { await peer.takeFromTask() }
    #expect(peer.tasks.isEmpty && stage.scene.sent == 1)
    peer.server.connectionLost()
    await stage.until { !$0.refusals.isEmpty }
  }
}
