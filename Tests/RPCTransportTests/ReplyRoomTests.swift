// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2
internal import RPCTransport
internal import Testing

/// Streams whose clients read nothing, on connections of one loop that has room for nine of their
/// responses.
@Suite("Streams that nobody reads")
struct ReplyRoomTests {
  private let stage = Stage()
  private let mail = TaskMail()

  private static let roomBytes = 100_000
  private static let fitting = 9

  private func limit(_ limits: inout Limits) { limits.holdsInAll(Self.roomBytes) }

  private func grpcPeer(windowBytes: Int = 0) -> GRPCPeer {
    GRPCPeer(
      windowBytes: windowBytes, router: .withStreams(on: stage), tasks: mail, limit)
  }

  private func delimitedPeer() -> DelimitedPeer {
    .open(router: .withStreams(on: stage), tasks: mail, limit)
  }

  /// Hands on so much of what tasks have for the loop, none of which goes beyond the room.
  private func deliver(_ count: Int) async {
    for _ in 0..<count {
      await mail.deliver()
      #expect(mail.tasks.room.waitingBytes + mail.tasks.room.keptBytes <= Self.roomBytes)
    }
  }

  /// Each of so many streams asks for room, and each response is sent and followed by a question.
  private func fill(streams: Int) async {
    await deliver(streams + 2 * Self.fitting)
    #expect(mail.isEmpty && stage.scene.sent == Self.fitting)
  }

  @Test("hold no more than the room together, however many they are", arguments: [1, 5, 40])
  func bounded(streams: Int) async {
    var peers: [GRPCPeer] = []
    for _ in 0..<5 {
      let peer = grpcPeer()
      for _ in 0..<streams { _ = peer.call(GRPCPeer.headers("PatientFlood")) }
      peers.append(peer)
    }
    await fill(streams: 5 * streams)
    await end(&peers)
  }

  @Test("hold no more by the delimited protocol either", arguments: [1, 5, 40] as [UInt32])
  func boundedDelimited(streams: UInt32) async {
    var peers: [DelimitedPeer] = []
    for _ in 0..<5 {
      var peer = delimitedPeer()
      for id in 1...streams {
        peer.send(DelimitedCall(id: id, method: "\(PatientFloodMethod.path)"))
      }
      peers.append(peer)
    }
    await fill(streams: 5 * Int(streams))
    for peer in peers { peer.loseConnection() }
    peers = []
    await deliver(5 * Int(streams))
    #expect(mail.tasks.room.waitingBytes == 0 && mail.tasks.room.keptBytes == 0)
  }

  @Test("make others be refused in time to come again, and let small replies through")
  func others() async {
    var peers = [grpcPeer()]
    _ = peers[0].call(GRPCPeer.headers("PatientFlood"))
    await fill(streams: 1)
    let other = grpcPeer(windowBytes: 1 << 16)
    let refused = other.call(GRPCPeer.headers("PatientFlood"))
    #expect(refused["grpc-status"] == "8")
    #expect(refused["grpc-message"]?.contains("try again later") == true)
    #expect(other.call()["grpc-status"] == "0")
    var delimited = delimitedPeer()
    delimited.send(DelimitedCall(id: 1, method: "\(PatientFloodMethod.path)"))
    #expect(delimited.replies().map { $0.status?.code } == [8])
    await end(&peers)
    #expect(other.call(GRPCPeer.headers("PatientFlood")).blocks.isEmpty, "There is room again.")
    var rest = [other]
    await end(&rest)
  }

  /// A connection whose stream has ended and left all the room's responses unread.
  private func holder() async -> GRPCPeer {
    let peer = grpcPeer()
    _ = peer.call(
      GRPCPeer.headers("PatientFlood"), body: GRPCPeer.framed([0, UInt8(Self.fitting)]))
    await deliver(2 * Self.fitting + 1)
    #expect(stage.scene.sent == Self.fitting)
    return peer
  }

  @Test("that wait for room go on when those are gone who had it")
  func goOn() async {
    var holders = [await holder()]
    var waiters = [grpcPeer()]
    _ = waiters[0].call(GRPCPeer.headers("PatientFlood"))
    await deliver(1)
    #expect(mail.isEmpty && stage.scene.sent == Self.fitting)
    await end(&holders, leaving: 1)
    await deliver(1)
    await stage.until { $0.sent > Self.fitting }
    await end(&waiters)
  }

  @Test("that wait for room end at their deadline, and when they are cancelled")
  func endings() async {
    var peers = [await holder(), grpcPeer()]
    let late = peers[1].call(GRPCPeer.headers("PatientFlood") + [("grpc-timeout", "50m")])
    let (stream, _) = peers[1].begin(GRPCPeer.headers("PatientFlood"), body: GRPCPeer.framed([7]))
    peers[1].end(stream)
    await deliver(2)
    peers[1].cancel(stream)
    await stage.until { $0.refusals.map(\.code) == [.cancelled] }
    peers[1].wait(milliseconds: 51)
    await stage.until { $0.refusals.map(\.code) == [.cancelled, .deadlineExceeded] }
    #expect(late["grpc-status"] == "4")
    await end(&peers)
  }

  /// Ends connections; nothing of theirs stays in the room.
  private func end(_ peers: inout [GRPCPeer], leaving tasks: Int = 0) async {
    for peer in peers { peer.server.connectionLost() }
    peers = []
    while mail.tasks.count > tasks { await mail.deliver() }
    #expect(tasks > 0 || mail.tasks.room.waitingBytes == 0 && mail.tasks.room.keptBytes == 0)
  }
}
