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
  /// What waits for the client's windows.
  private var share: ReplyRoom.Share
  /// Calls whose tasks wait until there is room for more.
  var heldBack: [GRPCRun] = []
  /// Who is told that a task has given something to send.
  weak var host: (any SessionHost)?

  init(peer: Peer, limits: Limits, room: ReplyRoom) {
    self.peer = peer
    share = ReplyRoom.Share(of: room)
    requestLimitBytes = limits.waitingRequestBytes
    tasks = ConnectionTasks(calls: limits.concurrentStreams)
  }

  /// Takes note of how many bytes wait on the connection.
  func count(waiting byteCount: Int) { share.set(byteCount) }

  /// Lets those tasks go on for which there is room.
  func releaseHeldBack() {
    let runs = heldBack
    heldBack = []
    // Who has to wait on puts itself on the list again.
    for run in runs { run.makeRoom() }
  }
}
