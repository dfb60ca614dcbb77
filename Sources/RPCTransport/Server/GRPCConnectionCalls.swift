// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// What the calls of one gRPC connection share.
final class GRPCConnectionCalls {
  let peer: Peer
  /// What requests may hold together until they are complete, in bytes.
  let requestLimitBytes: Int
  /// What they hold.
  var heldRequestBytes = 0
  /// The tasks that have not ended.
  let tasks: ConnectionTasks
  /// Calls whose tasks wait until there is room for more.
  var heldBack: [GRPCRun] = []
  /// Who is told that a task has given something to send.
  weak var host: (any SessionHost)?

  init(peer: Peer, limits: Limits) {
    self.peer = peer
    requestLimitBytes = limits.waitingRequestBytes
    tasks = ConnectionTasks(calls: limits.concurrentStreams)
  }

  /// Lets those tasks go on for which there is room.
  func releaseHeldBack() {
    let runs = heldBack
    heldBack = []
    // Who has to wait on puts itself on the list again.
    for run in runs { run.makeRoom() }
  }
}
