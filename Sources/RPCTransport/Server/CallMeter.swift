// SPDX-License-Identifier: Apache-2.0

package import RPCCore

/// How one call went, for the log: nothing that the caller wrote is in it.
package struct CallReport: Sendable {
  /// The method; nil where the caller named one that there is not.
  package let method: MethodPath?
  /// How it ended.
  package let code: Status.Code
  /// How long it took, in nanoseconds.
  package let nanoseconds: UInt64
  /// The address of who called.
  package let peer: String
  /// The bytes of the requests, as far as they were read.
  package let requestBytes: Int
  /// The bytes of the responses.
  package let responseBytes: Int
  /// The trace that it belongs to; nil where the caller named none.
  package let traceID: String?
}

/// Which calls are reported when they have ended, and to whom.
package struct CallReporting: Sendable {
  /// Whether those are too that ended as calls should. The others ended with a code that tells of
  /// trouble on the server's side.
  package var reportsAll: Bool
  /// Takes note of a call; called on the loops' threads.
  package var report: @Sendable (CallReport) -> Void

  /// Describes it.
  package init(reportsAll: Bool, report: @escaping @Sendable (CallReport) -> Void) {
    self.reportsAll = reportsAll
    self.report = report
  }

  /// Reports nothing.
  package static let none: CallReporting? = nil
}

/// A call, as far as the meter has to know it.
struct CallRecord {
  let tally: MethodTally
  /// When it began, by the loop's clock.
  let startedAt: UInt64
  var requestBytes = 0
  var responseBytes = 0
}

/// Counts and times the calls of one loop, on its thread, and reports them.
final class CallMeter {
  /// The tally of calls of methods that there are not.
  let unknownMethods: MethodTally
  private let clock: () -> UInt64
  /// Whether all calls are reported, and whether those are whose codes tell of trouble.
  private let reportsAll: Bool
  private let reportsTrouble: Bool
  private let reporting: CallReporting?
  /// Whose calls of this turn have yet to be timed.
  private var untimed: [MethodTally] = []

  init(clock: @escaping () -> UInt64, reporting: CallReporting?, unknownMethods: MethodTally) {
    self.clock = clock
    self.reporting = reporting
    reportsAll = reporting?.reportsAll ?? false
    reportsTrouble = reporting != nil
    self.unknownMethods = unknownMethods
  }

  /// A call has ended.
  ///
  /// - Parameter turn: When the turn began in which it also began; nil where that is not known to be
  ///   the same. Such calls are timed together when their replies are handed to the socket: one look
  ///   at the clock serves them all, and that is what their callers wait for.
  func ended(
    _ call: CallRecord, _ code: Status.Code, _ context: borrowing CallContext, turn: UInt64? = nil
  ) {
    call.tally.ended(code)
    if let turn, turn == call.startedAt {
      if call.tally.leaveUntimed() { untimed.append(call.tally) }
    } else {
      call.tally.took(duration(since: call.startedAt))
    }
    if reportsAll || (reportsTrouble && code.tellsOfTrouble) { report(call, code, context) }
  }

  /// A call of one message was answered by one in the turn in which it began, all at once. That is
  /// what most calls of the delimited protocol are, and they cost little more than to be counted.
  /// Returns whether it is to be reported.
  func answeredAtOnce(_ tally: MethodTally) -> Bool {
    if tally.answeredAtOnce() { untimed.append(tally) }
    return reportsAll
  }

  /// Reports a call that has ended.
  @inline(never)
  func report(_ call: CallRecord, _ code: Status.Code, _ context: borrowing CallContext) {
    reporting?.report(
      CallReport(
        method: call.tally.path, code: code, nanoseconds: duration(since: call.startedAt),
        peer: context.peer.address, requestBytes: call.requestBytes,
        responseBytes: call.responseBytes, traceID: context.metadata.traceID))
  }

  /// Times the calls that have begun and ended since `start`: their replies are written.
  func endTurn(since start: UInt64) {
    guard !untimed.isEmpty else { return }
    let duration = duration(since: start)
    for tally in untimed { tally.timeUntimed(duration) }
    untimed.removeAll(keepingCapacity: true)
  }

  private func duration(since start: UInt64) -> UInt64 {
    let now = clock()
    return now > start ? now - start : 0
  }
}

extension Status.Code {
  /// Whether a call that ends so may tell of something that is wrong with the server.
  package var tellsOfTrouble: Bool {
    switch self {
    case .internal, .unknown, .dataLoss, .unavailable, .deadlineExceeded, .resourceExhausted: true
    default: false
    }
  }
}
