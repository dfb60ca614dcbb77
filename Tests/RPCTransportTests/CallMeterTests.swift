// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Synchronization
internal import Testing

@Suite("What a server counts of its calls")
struct CallMeterTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private let stage = Stage()

  /// What tallies say of a method; of those that there are not for nil.
  private func counts(_ name: String?, of tallies: [MethodTally]) -> MethodTally.Counts {
    let path = name.map { MethodPath(service: "test.Service", method: $0) }
    var counts = MethodTally.Counts()
    for tally in tallies where tally.path == path { tally.add(to: &counts) }
    return counts
  }

  @Test("over gRPC is each call with its messages and its code")
  func grpc() {
    let peer = GRPCPeer()
    _ = peer.call()
    _ = peer.call()
    _ = peer.call(GRPCPeer.headers("Fail"))
    _ = peer.call(GRPCPeer.headers("NoSuchMethod"))
    let echo = counts("Echo", of: peer.tallies)
    #expect(echo.started == 2 && echo.received == 2 && echo.sent == 2)
    #expect(echo.succeeded == 2 && echo.failed == 0)
    let fail = counts("Fail", of: peer.tallies)
    #expect(fail.started == 1 && fail.received == 1 && fail.sent == 0)
    #expect(fail.codes[Int(FailMethod.status.code.rawValue)] == 1)
    let unknown = counts(nil, of: peer.tallies)
    #expect(unknown.started == 1 && unknown.codes[12] == 1 && unknown.received == 0)
  }

  @Test("over gRPC has no call of a request that is not gRPC's")
  func notGRPC() {
    let peer = GRPCPeer()
    var headers = GRPCPeer.headers()
    headers[4] = ("content-type", "text/html")
    #expect(peer.call(headers)[":status"] == "415")
    #expect(peer.counters[.requestRefused] == 1)
    var all = MethodTally.Counts()
    for tally in peer.tallies { tally.add(to: &all) }
    #expect(all == MethodTally.Counts())
  }

  @Test("over gRPC is a call that its caller cancels, before its end and in its task")
  func cancelled() async {
    let peer = GRPCPeer(router: .forTests(on: stage))
    let (reading, _) = peer.begin()
    peer.exchange()
    #expect(counts("Echo", of: peer.tallies).started == 1)
    peer.cancel(reading)
    #expect(counts("Echo", of: peer.tallies).codes[1] == 1)
    let (running, _) = peer.begin(GRPCPeer.headers("Held"), body: GRPCPeer.framed([1]))
    peer.end(running)
    await stage.until { $0.entered == [1] }
    #expect(peer.counters[.taskStarted] == 1 && peer.counters[.taskEnded] == 0)
    peer.cancel(running)
    stage.release(1)
    await peer.takeFromTask()
    let held = counts("Held", of: peer.tallies)
    #expect(held.started == 1 && held.codes[1] == 1 && held.codes.reduce(0, +) == 1)
    #expect(held.times.reduce(0, +) == 1)
    #expect(peer.counters[.taskEnded] == 1)
  }

  @Test("over the delimited protocol is each call with its messages and its code")
  func delimited() async {
    var peer = DelimitedPeer.open(router: .forTests(on: stage))
    for (id, name) in [(1, "Echo"), (2, "Fail"), (3, "NoSuchMethod"), (4, "Held")] {
      peer.send(
        DelimitedCall(id: UInt32(id), method: "/test.Service/\(name)", message: [7]))
    }
    let echo = counts("Echo", of: peer.tallies)
    #expect(echo.started == 1 && echo.received == 1 && echo.sent == 1 && echo.succeeded == 1)
    #expect(counts("Fail", of: peer.tallies).failed == 1)
    #expect(counts(nil, of: peer.tallies).codes[12] == 1)
    #expect(counts("Held", of: peer.tallies).started == 1)
    await stage.until { $0.entered == [7] }
    stage.release(7)
    await peer.takeFromTask()
    let held = counts("Held", of: peer.tallies)
    #expect(held.sent == 1 && held.succeeded == 1 && held.times.reduce(0, +) == 1)
  }

  @Test("over the delimited protocol is a call that ends with its connection")
  func lost() async {
    let peer: DelimitedPeer = {
      var peer = DelimitedPeer.open(router: .forTests(on: stage))
      peer.send(DelimitedCall(id: 1, method: "\(HeldMethod.path)", message: [7]))
      return peer
    }()
    await stage.until { $0.entered == [7] }
    peer.loseConnection()
    #expect(counts("Held", of: peer.tallies).codes[1] == 1)
    stage.release(7)
  }

  @Test("is timed from its beginning to the end of its task")
  func time() async {
    var peer = DelimitedPeer.open(router: .forTests(on: stage))
    peer.send(DelimitedCall(id: 1, method: "\(HeldMethod.path)", message: [7]))
    await stage.until { $0.entered == [7] }
    stage.release(7)
    peer.tasks.clock.now = DelimitedPeer.now + 30_000_000
    await peer.takeFromTask()
    let held = counts("Held", of: peer.tallies)
    #expect(held.nanoseconds == 30_000_000 && held.times[8] == 1)
  }

  @Test("is timed at the end of the turn that answers it, by one look at the clock")
  func turn() async throws {
    try await withServer { server in
      for transport in [TransportProtocol.grpc, .delimited] {
        let channel = try server.channel(over: transport)
        for number in 1...3 as ClosedRange<UInt8> {
          _ = try await channel.call(EchoMethod.self, Blob([number]), options: .patient)
        }
      }
      _ = await server.drain()
      let echo = try #require(server.methods.first { $0.path == EchoMethod.path }?.counts)
      #expect(echo.started == 6 && echo.succeeded == 6)
      #expect(echo.times.reduce(0, +) == 6 && echo.nanoseconds > 0)
      for (opened, closed) in [
        (.http2Connection, .http2ConnectionClosed),
        (.delimitedConnection, .delimitedConnectionClosed),
      ] as [(ServerCounters.Event, ServerCounters.Event)] {
        #expect(server.count(opened) == 1 && server.count(closed) == 1)
      }
      #expect(server.count(.byteReceived) > 0 && server.count(.byteSent) > 0)
    }
  }

  @Test(
    "is reported where its code tells of trouble, or where all are",
    arguments: [("Echo", true), ("Fail", false), ("Fail", true), ("Busy", false)])
  func reports(name: String, all: Bool) throws {
    let reports = Reports()
    let tasks = TaskMail()
    tasks.reporting = CallReporting(reportsAll: all) { reports.add($0) }
    var router = Router.forTests()
    router.on(BusyMethod.self) { _, _ throws(Status) in throw Status(.unavailable, "a secret") }
    let headers =
      GRPCPeer.headers(name) + [("traceparent", "00-\(Self.trace)-00f067aa0ba902b7-01")]
    let peer = GRPCPeer(router: router, tasks: tasks)
    _ = peer.call(headers)
    var delimited = DelimitedPeer.open(router: router, tasks: tasks)
    delimited.send(DelimitedCall(id: 1, method: "/test.Service/\(name)", message: [7]))
    let isTrouble = name == "Busy"
    guard all || isTrouble else { return #expect(reports.all.isEmpty) }
    try #require(reports.all.count == 2)
    let (first, second) = (reports.all[0], reports.all[1])
    #expect(first.method?.description == "/test.Service/\(name)")
    #expect(first.peer == "192.0.2.1" && second.peer == first.peer)
    #expect(first.traceID == Self.trace && second.traceID == nil)
    #expect(first.code == second.code)
    #expect(first.requestBytes == 1 && second.requestBytes == 1)
    let responseBytes = name == "Echo" ? 1 : 0
    #expect(first.responseBytes == responseBytes && second.responseBytes == responseBytes)
  }

  @Test("is trouble only where the server may be at fault")
  func trouble() {
    let codes = (0...17).filter { Status.Code(rawValue: $0).tellsOfTrouble }
    #expect(codes == [2, 4, 8, 13, 14, 15])
  }

  private enum BusyMethod: RPCMethod {
    typealias Request = Blob
    typealias Response = Blob
    static let path = MethodPath(service: "test.Service", method: "Busy")
  }

  private final class Reports: Sendable {
    private let state = Mutex<[CallReport]>([])
    var all: [CallReport] { state.withLock { $0 } }
    func add(_ report: CallReport) { state.withLock { $0.append(report) } }
  }
}
