// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("A session whose calls run as tasks")
struct AsyncSessionTests {
  private let stage = Stage()

  private func held(_ id: UInt32, _ name: UInt8, milliseconds: UInt32 = 0) -> DelimitedCall {
    DelimitedCall(
      id: id, method: "\(HeldMethod.path)", message: [name], timeoutMilliseconds: milliseconds)
  }

  @Test("R29: of gRPC ends a call at its deadline, and cancels its task")
  func grpcDeadline() async {
    let peer = GRPCPeer(router: .forTests(on: stage))
    let headers = GRPCPeer.headers("Held") + [("grpc-timeout", "50m")]
    let reply = peer.call(headers)
    await stage.until { $0.entered == [7] }
    #expect(peer.server.nextDeadline == Deadline(nanoseconds: peer.now + 50_000_000))
    peer.wait(milliseconds: 49)
    #expect(reply.blocks.isEmpty && peer.server.callsInFlight == 1)
    peer.wait(milliseconds: 1)
    #expect(reply["grpc-status"] == "4" && reply.blocks.count == 1)
    await stage.until { $0.cancelled == [7] }
    #expect(peer.server.callsInFlight == 0)
    stage.release(7)
    await peer.takeFromTask()
    #expect(reply.blocks.count == 1, "What the task gives then comes too late.")
  }

  @Test("of the delimited protocol ends a call at its deadline, and cancels its task")
  func delimitedDeadline() async {
    var peer = DelimitedPeer.open(router: .forTests(on: stage))
    peer.send(held(1, 7, milliseconds: 50))
    await stage.until { $0.entered == [7] }
    #expect(peer.nextDeadline == Deadline(nanoseconds: DelimitedPeer.now + 50_000_000))
    #expect(peer.expire(after: 49_999_999) == .open)
    #expect(peer.replies().isEmpty && peer.callsInFlight == 1)
    #expect(peer.expire(after: 50_000_000) == .open)
    #expect(peer.replies().map { $0.status?.code } == [4])
    #expect(peer.callsInFlight == 0 && peer.nextDeadline == .never)
    await stage.until { $0.cancelled == [7] }
    stage.release(7)
    await peer.takeFromTask()
    #expect(peer.replies().isEmpty, "What the task gives then comes too late.")
  }

  @Test("gives nothing of a cancelled call's late task to the call that has its stream's object")
  func reusedStream() async {
    let peer = GRPCPeer(router: .forTests(on: stage))
    let (first, _) = peer.begin(GRPCPeer.headers("Held"), body: GRPCPeer.framed([1]))
    peer.end(first)
    await stage.until { $0.entered == [1] }
    peer.cancel(first)
    let second = peer.call(GRPCPeer.headers("Held"), body: GRPCPeer.framed([2]))
    await stage.until { $0.entered == [1, 2] && $0.cancelled == [1] }
    stage.release(1)
    await peer.takeFromTask()
    #expect(second.blocks.isEmpty && second.code == nil)
    stage.release(2)
    await peer.takeFromTask()
    #expect(second.message == [2] && second["grpc-status"] == "0")
  }

  @Test("counts the tasks of cancelled calls, so that cancelling starts no more of them")
  func cancelledTasks() async {
    let peer = GRPCPeer(router: .forTests(on: stage)) { $0.concurrentStreams = 3 }
    for name in 1...6 as ClosedRange<UInt8> {
      let (stream, _) = peer.begin(GRPCPeer.headers("Held"), body: GRPCPeer.framed([name]))
      peer.end(stream)
      peer.cancel(stream)
    }
    #expect(peer.call(GRPCPeer.headers("Held"))["grpc-status"] == "8")
    stage.release(1)
    await peer.takeFromTask()
    let next = peer.call(GRPCPeer.headers("Held"))
    #expect(next.blocks.isEmpty, "There is room for one more.")
    for name in 1...7 as ClosedRange<UInt8> { stage.release(name) }
    for _ in 1...6 { await peer.takeFromTask() }
    #expect(next["grpc-status"] == "0")
  }

  @Test("refuses a task more than its loop may run")
  func loopLimit() async {
    let tasks = TaskMail(limit: 1)
    let peer = GRPCPeer(router: .forTests(on: stage), tasks: tasks)
    let first = peer.call(GRPCPeer.headers("Held"))
    #expect(peer.call(GRPCPeer.headers("Held"))["grpc-status"] == "8")
    stage.release(7)
    await peer.takeFromTask()
    #expect(first["grpc-status"] == "0")
  }

  @Test("of the delimited protocol refuses a call above its limit, until one has ended")
  func delimitedLimit() async {
    var peer = DelimitedPeer.open(router: .forTests(on: stage)) { $0.concurrentStreams = 2 }
    for id in 1...3 as ClosedRange<UInt32> { peer.send(held(id, UInt8(id))) }
    #expect(peer.replies().map { [$0.id, UInt32($0.status?.code ?? 0)] } == [[3, 8]])
    peer.send(DelimitedCall(id: 1, isCancel: true))
    #expect(peer.replies().map { $0.status?.code } == [1])
    peer.send(held(4, 4))
    await stage.until { Set($0.entered) == [1, 2, 4] }
    stage.release(4)
    await peer.takeFromTask()
    stage.release(2)
    await peer.takeFromTask()
    #expect(peer.replies().map(\.message) == [[4], [2]])
    stage.release(1)
  }

  @Test("of the delimited protocol answers after the input has ended, and then closes")
  func halfClose() async {
    var peer = DelimitedPeer.open(router: .forTests(on: stage))
    peer.send(held(1, 1))
    #expect(peer.endInput() == .open)
    stage.release(1)
    #expect(await peer.takeFromTask() == .closeAfterOutput(reason: nil))
    #expect(peer.replies().map(\.message) == [[1]])
  }

  @Test("R30: of gRPC cancels its tasks when the input ends: no client of HTTP/2 can go on then")
  func halfCloseOfGRPC() async {
    let peer = GRPCPeer(router: .forTests(on: stage))
    _ = peer.call(GRPCPeer.headers("Held"))
    await stage.until { $0.entered == [7] }
    peer.endInput()
    #expect(peer.verdict == .closeAfterOutput(reason: nil))
    await stage.until { $0.cancelled == [7] }
    stage.release(7)
  }

  @Test("of the delimited protocol lets calls end that outlast the drain's second, and no new ones")
  func longDrain() async {
    var peer = DelimitedPeer.open(router: .forTests(on: stage))
    peer.send(held(1, 1))
    peer.drain()
    #expect(peer.expire(after: 1_000_000_000) == .open)
    peer.send(held(2, 2))
    let refused = peer.replies().filter { $0.id == 2 }
    #expect(refused.map { $0.status?.code } == [14])
    stage.release(1)
    #expect(await peer.takeFromTask() == .closeAfterOutput(reason: nil))
    #expect(peer.replies().map(\.message) == [[1]])
  }

  @Test(
    "R30: cancels all its tasks when the connection is lost",
    arguments: TransportProtocol.allCases)
  func connectionLost(transport: TransportProtocol) async {
    switch transport {
    case .grpc:
      let peer = GRPCPeer(router: .forTests(on: stage))
      for name in 1...2 as ClosedRange<UInt8> {
        _ = peer.call(GRPCPeer.headers("Held"), body: GRPCPeer.framed([name]))
      }
      peer.server.connectionLost()
      #expect(peer.server.callsInFlight == 0)
    case .delimited:
      var peer = DelimitedPeer.open(router: .forTests(on: stage))
      for id in 1...2 as ClosedRange<UInt32> { peer.send(held(id, UInt8(id))) }
      peer.loseConnection()
      #expect(peer.callsInFlight == 0)
    }
    // A task that is cancelled before it has begun enters all the same.
    await stage.until { Set($0.cancelled) == [1, 2] }
    stage.release(1)
    stage.release(2)
  }
}
