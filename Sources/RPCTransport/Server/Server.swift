// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
package import RPCNet

/// A server on the loops of a group: listens, deals connections to the loops, and stops without
/// cutting calls.
package final class Server: Sendable {
  private let group: EventLoopGroup
  private let parts: [LoopBound<LoopServer>]
  private let counters: [ServerCounters]
  private let tallies = ServerTallies()
  private let report: @Sendable (ConnectionReport) -> Void

  /// Creates a server; it makes each loop's router on that loop's thread.
  package init(_ configuration: ServerConfiguration, group: EventLoopGroup) {
    self.group = group
    report = configuration.report
    let counters = group.handles.map { _ in ServerCounters() }
    self.counters = counters
    let census = ConnectionCensus(limits: configuration.limits)
    let tallies = tallies
    let loops = group.handles.count
    parts = zip(group.handles, counters).map { handle, counters in
      let limit = configuration.limits.runningCalls
      let tasks = LoopBound(on: handle, reachable: { CallTasks(limit: limit, execute: $1) })
      return LoopBound(on: handle) { loop in
        LoopServer(
          on: loop, of: loops, configuration, counters: counters, census: census, tallies: tallies,
          tasks: tasks)
      }
    }
  }

  /// Listens on an address too, which is an entrance of its own. Keep what is returned: `drain`
  /// needs it, and it knows the real port.
  package func listen(
    on address: SocketAddress, backlog: Int32, entrance: Entrance
  ) throws(NetError) -> Listener {
    let parts = parts
    let starved = { @Sendable [report] in report(.starved(address)) }
    return try Listener(on: address, backlog: backlog, group: group, starved: starved) { socket in
      let part = parts.lazy.compactMap { $0.value(on: socket.loop) }.first
      if let part { part.accept(socket, by: entrance) } else { socket.close() }
    }
  }

  /// Stops: closes the listeners, tells the clients, and waits until their calls are done or the
  /// grace has passed. Returns how many calls were cut then.
  package func drain(_ listeners: [Listener], graceMilliseconds: Int) async -> Int {
    for listener in listeners { await listener.close() }
    return await withTaskGroup(of: Int.self) { loops in
      for part in parts {
        loops.addTask { await Self.drain(part, graceMilliseconds.millisecondsInNanoseconds) }
      }
      return await loops.reduce(0, +)
    }
  }

  /// How often something has happened on all loops together.
  package func count(_ event: ServerCounters.Event) -> Int {
    counters.reduce(0) { $0 + $1[event] }
  }

  /// How the calls of each method went, on all loops together. A method is there once a connection
  /// has come by a door that leads to it.
  package var methods: [MethodCounts] { tallies.counts }

  /// How many calls have ended, on all loops together.
  package var callsEnded: (succeeded: Int, failed: Int) {
    tallies.counts.reduce((0, 0)) { ($0.0 + $1.counts.succeeded, $0.1 + $1.counts.failed) }
  }

  private static func drain(_ part: LoopBound<LoopServer>, _ graceNanoseconds: UInt64) async -> Int
  {
    await withCheckedContinuation { done in
      let isRunning = part.execute { part in
        part.drain(graceNanoseconds: graceNanoseconds) { done.resume(returning: $0) }
      }
      if !isRunning { done.resume(returning: 0) }
    }
  }
}

extension ConnectionReport {
  /// Connections to an address have to wait.
  fileprivate static func starved(_ address: SocketAddress) -> ConnectionReport {
    ConnectionReport(
      peer: "\(address)",
      reason: "Connections wait: the system gives no descriptor or memory for another. Let more "
        + "files be open (ulimit -n), or fewer connections (--max-connections).")
  }
}
