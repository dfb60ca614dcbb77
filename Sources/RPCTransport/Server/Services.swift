// SPDX-License-Identifier: Apache-2.0

package import RPCCore
package import RPCNet

/// How a server is set up, the same for all its loops.
package struct ServerConfiguration: Sendable {
  /// What it takes.
  package var limits: Limits
  /// Makes the methods of one loop; called on its thread, once.
  package var makeRouter: @Sendable (EventLoop) -> Router
  /// Encodes a `google.rpc.Status` with the code, message and details of a status that is not OK;
  /// empty where there is nothing to add.
  package var encodeStatusDetails: @Sendable (Status) -> [UInt8]
  /// Takes note of a connection that went wrong; called on the loops' threads.
  package var report: @Sendable (ConnectionReport) -> Void

  /// Creates a configuration.
  package init(
    limits: Limits, makeRouter: @escaping @Sendable (EventLoop) -> Router,
    encodeStatusDetails: @escaping @Sendable (Status) -> [UInt8],
    report: @escaping @Sendable (ConnectionReport) -> Void
  ) {
    self.limits = limits
    self.makeRouter = makeRouter
    self.encodeStatusDetails = encodeStatusDetails
    self.report = report
  }
}

/// What went wrong with a connection.
package struct ConnectionReport: Sendable {
  /// The client's address.
  package let peer: String
  /// What happened, in words.
  package let reason: String
}

/// What the sessions of one loop serve, and share.
package final class Services {
  let router: Router
  let limits: Limits
  let encodeStatusDetails: @Sendable (Status) -> [UInt8]
  let counters: ServerCounters
  /// Replies of all connections of the loop that wait for the clients' windows, in bytes.
  var waitingReplyBytes = 0

  /// Brings together what a loop's sessions share.
  package init(
    router: Router, limits: Limits, encodeStatusDetails: @escaping @Sendable (Status) -> [UInt8],
    counters: ServerCounters
  ) {
    self.router = router
    self.limits = limits
    self.encodeStatusDetails = encodeStatusDetails
    self.counters = counters
  }
}
