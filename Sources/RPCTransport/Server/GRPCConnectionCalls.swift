// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2

/// What the calls of one gRPC connection share.
final class GRPCConnectionCalls {
  let peer: Peer
  /// What requests may hold together until they are complete, in bytes.
  let requestLimitBytes: Int
  /// What they hold.
  var heldRequestBytes = 0
  /// The tasks that have not ended.
  let tasks: ConnectionTasks
  /// What the connection makes the server hold.
  private var share: ReplyRoom.Share
  /// What each of the calls is counted for, in bytes.
  let openCallBytes: Int
  private let alwaysHeldRequestBytes: Int
  /// Calls whose tasks wait until there is room for more.
  var heldBack: [any HeldBack] = []
  /// Who is told that a task has given something to send.
  weak var host: (any SessionHost)?

  init(peer: Peer, limits: Limits, room: ReplyRoom) {
    self.peer = peer
    share = ReplyRoom.Share(of: room)
    requestLimitBytes = limits.waitingRequestBytes
    openCallBytes = limits.openCallBytes
    alwaysHeldRequestBytes = limits.alwaysHeldRequestBytes
    tasks = ConnectionTasks(calls: limits.concurrentStreams)
  }

  /// Takes note of what the connection makes the server hold.
  func count(in session: HTTP2Session) {
    share.set(
      session.outputWaiting + heldRequestBytes + session.streamCount * openCallBytes)
  }

  /// Takes note that it holds nothing any more.
  func countNothing() { share.set(0) }

  /// Whether there is room for what requests hold. Where the server holds as much as it may, that is
  /// little.
  var hasRoomForRequests: Bool {
    heldRequestBytes <= alwaysHeldRequestBytes
      || (heldRequestBytes <= requestLimitBytes && !share.roomIsFull)
  }

  /// Lets those tasks go on for which there is room.
  func releaseHeldBack() {
    let runs = heldBack
    heldBack = []
    // Who has to wait on puts itself on the list again.
    for run in runs { run.makeRoom() }
  }
}
