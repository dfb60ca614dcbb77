// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
package import RPCCore
package import RPCNet

/// How a server is set up, the same for all its loops.
package struct ServerConfiguration: Sendable {
  /// What it takes.
  package var limits: Limits
  /// Makes the methods behind a door for one loop; called on its thread, once for each door that a
  /// connection comes through.
  package var makeRouter: @Sendable (EventLoop, Door) -> Router
  /// Encodes a `google.rpc.Status` with the code, message and details of a status that is not OK;
  /// empty where there is nothing to add.
  package var encodeStatusDetails: @Sendable (Status) -> [UInt8]
  /// What TLS is done by; nil where none is.
  package var tls: ServerTLS?
  /// What is served to people over HTTP; nil where only gRPC and the delimited protocol are spoken.
  package var web: WebService?
  /// Takes note of a connection that went wrong; called on the loops' threads.
  package var report: @Sendable (ConnectionReport) -> Void
  /// Which calls are reported, and to whom; nil where none are.
  package var callReporting: CallReporting?
  /// Takes note that the replies of a loop that waited for its clients are gone, after they had been
  /// more than `Limits.floodReplyBytes`: what they took in memory can be given back. Called on the
  /// loop's thread, shortly before the last of it is freed.
  package var floodHasGone: @Sendable () -> Void

  /// Creates a configuration.
  package init(
    limits: Limits, makeRouter: @escaping @Sendable (EventLoop, Door) -> Router,
    encodeStatusDetails: @escaping @Sendable (Status) -> [UInt8], tls: ServerTLS? = nil,
    web: WebService? = nil, report: @escaping @Sendable (ConnectionReport) -> Void,
    callReporting: CallReporting? = nil, floodHasGone: @escaping @Sendable () -> Void
  ) {
    self.limits = limits
    self.callReporting = callReporting
    self.tls = tls
    self.web = web
    self.makeRouter = makeRouter
    self.encodeStatusDetails = encodeStatusDetails
    self.report = report
    self.floodHasGone = floodHasGone
  }
}

/// What went wrong with a connection.
package struct ConnectionReport: Sendable {
  /// The client's address.
  package let peer: String
  /// What happened, in words.
  package let reason: String
}

/// What the sessions of one loop share, whatever they serve.
package final class LoopShare {
  let limits: Limits
  let encodeStatusDetails: @Sendable (Status) -> [UInt8]
  let counters: ServerCounters
  let meter: CallMeter
  let tasks: CallTasks
  let inflater = GzipInflater()
  let deflater = GzipDeflater()

  /// Brings it together.
  ///
  /// - Parameters:
  ///   - loops: How many there are, which share the memory that clients may make the server hold.
  ///   - clock: The loop's clock, read anew.
  ///   - unknownMethods: Counts the calls of methods that there are not.
  package init(
    limits: Limits, loops: Int = 1,
    encodeStatusDetails: @escaping @Sendable (Status) -> [UInt8], counters: ServerCounters,
    tasks: CallTasks, clock: @escaping () -> UInt64,
    callReporting: CallReporting?, unknownMethods: MethodTally,
    floodHasGone: @escaping @Sendable () -> Void
  ) {
    meter = CallMeter(clock: clock, reporting: callReporting, unknownMethods: unknownMethods)
    self.limits = limits
    self.encodeStatusDetails = encodeStatusDetails
    self.counters = counters
    self.tasks = tasks
    tasks.counters = counters
    let room = max(limits.heldBytes / loops, limits.leastHeldBytesOfLoop)
    tasks.room.limitBytes = room
    tasks.room.floodBytes = min(limits.floodReplyBytes, room / 2)
    tasks.room.floodHasGone = floodHasGone
  }

  /// The room for replies that wait.
  var room: ReplyRoom { tasks.room }
}

/// What the sessions of one loop serve that came through one door.
package final class Services {
  let router: Router
  let limits: Limits
  let counters: ServerCounters
  let meter: CallMeter
  let share: LoopShare
  /// What is served to people over HTTP.
  let web: WebDoor?

  /// Serves a router's methods.
  package init(router: Router, share: LoopShare, web: WebDoor? = nil) {
    self.router = router
    self.web = web
    self.share = share
    limits = share.limits
    counters = share.counters
    meter = share.meter
  }

  /// Encodes a `google.rpc.Status`; empty where there is nothing to add.
  var encodeStatusDetails: @Sendable (Status) -> [UInt8] { share.encodeStatusDetails }

  /// Whether the loop has as many replies waiting as it may: who has one gets no second one then.
  var isFullOfReplies: Bool { share.room.isFull }

  /// Whether a stream of replies is to send no more than its client asks for by reading the last.
  var isShortOfRoom: Bool { share.room.isFull || share.room.isAwaited }

  /// When a request that isn't whole is given up, unless more of it comes: at its deadline, or when it
  /// has stood still for too long.
  func patience(_ deadline: Deadline, _ now: UInt64) -> Deadline {
    let patience = limits.stalledRequestMilliseconds.millisecondsInNanoseconds
    return min(deadline, Deadline(now: now, timeoutNanoseconds: patience))
  }

  /// Why a reply of so many bytes is not given though none waits on its connection: as much is held
  /// as may be, and the client does not take it by now.
  func refusal(ofReply byteCount: Int, window: @autoclosure () -> Int) -> Status? {
    guard isFullOfReplies, byteCount > limits.alwaysHeldReplyBytes, window() < byteCount else {
      return nil
    }
    return .tooMuchWaitsInAll
  }

  /// Why a connection on which so many bytes wait gets no reply more; nil where it does. Who reads
  /// what it gets always does.
  func refusal(whereWaiting byteCount: Int) -> Status? {
    if byteCount > limits.waitingReplyBytes { return .tooMuchWaits }
    return isFullOfReplies && byteCount > 0 ? .tooMuchWaitsInAll : nil
  }
}
