// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2
internal import RPCNet

/// A server's part on one loop: the loop's connections and what they share. Used on its thread.
final class LoopServer {
  let share: LoopShare
  let report: (ConnectionReport) -> Void
  /// What TLS is done by; nil where there is none.
  let tls: ServerTLS?

  private let loop: EventLoop
  private let makeRouter: (EventLoop, Door) -> Router
  private let web: WebService?
  private let tasks: LoopBound<CallTasks>
  private let tallies: ServerTallies
  private var services: [Door: Services] = [:]
  private let census: ConnectionCensus
  private let responses = GRPCResponses()
  private let memory = HTTP2Memory(keptLimitBytes: 4 << 20)
  private var connections: [Connection] = []
  private var spareOutput: [UInt8] = []
  private var drained: (() -> Void)?
  private var graceTimer: LoopTimer?
  private var callsCut = 0

  private static let spareOutputBytes = 1 << 20

  /// Creates the part on `loop`, one of so many.
  init(
    on loop: EventLoop, of loops: Int, _ configuration: ServerConfiguration,
    counters: ServerCounters,
    census: ConnectionCensus, tallies: ServerTallies, tasks: LoopBound<CallTasks>
  ) {
    self.loop = loop
    self.census = census
    self.tallies = tallies
    self.tasks = tasks
    makeRouter = configuration.makeRouter
    report = configuration.report
    tls = configuration.tls
    web = configuration.web
    guard let ours = tasks.value(on: loop) else {
      preconditionFailure("The tasks of a loop were made on another.")
    }
    let unknownMethods = MethodTally(nil, .unary)
    tallies.add([unknownMethods])
    share = LoopShare(
      limits: configuration.limits, loops: loops,
      encodeStatusDetails: configuration.encodeStatusDetails,
      counters: counters, tasks: ours, clock: { loop.clock },
      callReporting: configuration.callReporting, unknownMethods: unknownMethods,
      floodHasGone: configuration.floodHasGone)
  }

  /// Takes an accepted socket that came in by an entrance, unless there are too many.
  func accept(_ socket: Socket, by entrance: Entrance) {
    let peer = Peer(address: socket.peer)
    let admission: ConnectionCensus.Admission = drained == nil ? census.admit(peer) : .tooMany
    switch admission {
    case .admitted:
      share.counters.add(.connectionOpened)
      let connection = Connection(
        socket, of: peer, by: entrance, at: services(behind: entrance.door), server: self)
      connection.index = connections.count
      connections.append(connection)
      connection.start()
    case .tooMany:
      share.counters.add(.connectionLimitReached)
      socket.close()
    case .tooManyFromAddress:
      share.counters.add(.addressLimitReached)
      socket.close()
    }
  }

  /// Forgets a connection that is gone.
  func closed(_ connection: Connection, peer: Peer) {
    share.counters.add(.connectionClosed)
    census.leave(peer)
    if let last = connections.popLast(), last !== connection {
      connections[connection.index] = last
      last.index = connection.index
    }
    finishDrain()
  }

  /// Tells all clients to go, and calls `done` when they have gone, with the number of calls that
  /// were cut because they outlasted the grace.
  func drain(graceNanoseconds: UInt64, _ done: @escaping (Int) -> Void) {
    guard drained == nil else { return done(0) }
    drained = { [unowned self] in done(callsCut) }
    let timer = loop.makeTimer { [unowned self] in
      callsCut = connections.reduce(0) { $0 + $1.callsInFlight }
      for connection in connections { connection.cut() }
    }
    let (deadline, overflows) = loop.now.addingReportingOverflow(graceNanoseconds)
    timer.start(at: overflows ? .max : deadline)
    graceTimer = timer
    for connection in connections { connection.drain() }
    finishDrain()
  }

  /// Lends an empty buffer that keeps its room from turn to turn.
  func takeOutput() -> [UInt8] {
    var output: [UInt8] = []
    swap(&output, &spareOutput)
    return output
  }

  /// Takes the buffer back.
  func giveBack(_ output: inout [UInt8]) {
    output.removeAll(keepingCapacity: output.capacity <= Self.spareOutputBytes)
    swap(&output, &spareOutput)
  }

  /// Creates the session of a connection that speaks HTTP/2.
  func makeGRPCSession(_ services: Services, _ peer: Peer) -> any ServerSession {
    GRPCServerSession(
      services: services, peer: peer, responses: responses, memory: memory, now: loop.now)
  }

  private func services(behind door: Door) -> Services {
    if let made = services[door] { return made }
    let router = makeRouter(loop, door)
    tallies.add(router.tallies)
    let made = Services(router: router, share: share, web: web.map { WebDoor($0, door) })
    services[door] = made
    return made
  }

  private func finishDrain() {
    guard connections.isEmpty, let drained else { return }
    graceTimer = nil
    // Once only, though the loop stays in its drained state.
    self.drained = {}
    drained()
  }
}
