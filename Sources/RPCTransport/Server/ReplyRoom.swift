// SPDX-License-Identifier: Apache-2.0

/// The room that one loop's connections have for what they make it hold: replies that are not read
/// yet, requests that aren't whole, calls that are open; and those who wait for some.
///
/// Who makes a large reply claims room before it makes it, so that what is being made counts as what
/// waits does: however many streams there are, they never hold more than the room together. Used on
/// the loop's thread.
package final class ReplyRoom {
  /// What may wait in all, in bytes.
  var limitBytes = Int.max
  /// More than this is a flood, in bytes.
  var floodBytes = Int.max
  /// Told when nothing waits any more after a flood.
  var floodHasGone: () -> Void = {}
  /// What is held, in bytes, in the connections' sessions and in their sockets. Private, since each
  /// call asks for it: an access to what others can see would be watched for another one.
  private var waiting = 0
  private var kept = 0

  private var claims: [(task: CallTask, byteCount: Int)] = []
  private var isSettling = false
  private var isFlooded = false

  /// What is held, in bytes, in the connections' sessions and in their sockets.
  package var waitingBytes: Int { waiting }

  /// What is kept for replies that are being made, in bytes.
  package var keptBytes: Int { kept }

  /// Whether more waits than may.
  var isFull: Bool { waiting > limitBytes }

  /// Whether someone waits for room.
  var isAwaited: Bool { !claims.isEmpty }

  /// Keeps room for a reply of a task. False where there is none: the task is told when it has it,
  /// after those who asked before it.
  func claim(_ byteCount: Int, for task: CallTask) -> Bool {
    if claims.isEmpty, holds(byteCount) {
      kept += byteCount
      return true
    }
    claims.append((task, byteCount))
    return false
  }

  /// Takes back what was kept for a reply that is made.
  func giveBack(_ byteCount: Int) {
    kept -= byteCount
    admit()
  }

  /// Forgets the claim of a task whose call is over.
  func withdraw(_ task: CallTask) {
    claims.removeAll { $0.task === task }
    admit()
  }

  /// Begins a turn of a connection, in which what waits may move from one place to another and be in
  /// neither meanwhile: nobody gets room until it ends.
  func beginTurn() { isSettling = true }

  /// Ends the turn.
  func endTurn() {
    isSettling = false
    admit()
  }

  /// A reply that is larger than all of the room gets it when nothing else has any.
  private func holds(_ byteCount: Int) -> Bool {
    let taken = waiting + kept
    return taken == 0 || taken + byteCount <= limitBytes
  }

  private func admit() {
    guard !isSettling else { return }
    if isFlooded, waiting == 0 {
      isFlooded = false
      floodHasGone()
    }
    while let first = claims.first, holds(first.byteCount) {
      claims.removeFirst()
      kept += first.byteCount
      first.task.roomKept(first.byteCount)
    }
  }
}

extension ReplyRoom {
  /// What waits at one place, such as a connection's socket. It is given back with the place.
  struct Share: ~Copyable {
    private let room: ReplyRoom
    private var byteCount = 0

    /// Begins with nothing.
    init(of room: ReplyRoom) { self.room = room }

    deinit { room.changeWaiting(by: -byteCount) }

    /// Whether more waits in all than may.
    var roomIsFull: Bool { room.isFull }

    /// Takes note of how much waits there.
    mutating func set(_ byteCount: Int) {
      guard byteCount != self.byteCount else { return }
      room.changeWaiting(by: byteCount - self.byteCount)
      self.byteCount = byteCount
    }
  }

  private func changeWaiting(by byteCount: Int) {
    waiting += byteCount
    if waiting > floodBytes { isFlooded = true }
    if byteCount < 0 { admit() }
  }
}
