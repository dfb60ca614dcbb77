// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport

/// What befalls a server's session, step by step.
enum SessionStep {
  /// Bytes come, in one piece or in several.
  case bytes([UInt8])
  /// Tasks run.
  case turn
  /// Time passes, in milliseconds.
  case wait(Int)
  /// The server stops.
  case drain
  /// The client sends no more.
  case endInput
}

/// How a session did under a script, and what may be asked of each.
struct SessionRun: Equatable {
  /// What the clock shows when the session is made.
  static let beginning: UInt64 = 1_000_000_000

  /// What the handlers were given.
  private(set) var calls: [String] = []
  /// All that the session sent.
  private(set) var output: [UInt8] = []
  /// Why it gave up the connection; nil where it did not.
  private(set) var end: SessionVerdict?

  /// Plays a script. The pieces are cut, or whole where there are no cuts.
  init(
    _ script: [SessionStep], cuts: Cuts?, _ limits: Limits,
    make: (Services) -> any ServerSession
  ) {
    let loop = FuzzLoop(limits)
    do {
      var player = Player(session: make(loop.services), loop: loop, limits: limits, cuts: cuts)
      player.play(script)
      player.loseConnection()
      output = player.output
      end = player.end
    }
    calls = loop.log.all
    require(loop.tasks.count == 0, "\(loop.tasks.count) tasks outlive their connection.")
    let room = loop.tasks.room
    require(room.waitingBytes == 0, "\(room.waitingBytes) bytes wait of no connection.")
    require(room.keptBytes == 0, "Room for \(room.keptBytes) bytes is kept for no one.")
  }
}

private struct Player {
  let session: any ServerSession
  let loop: FuzzLoop
  let limits: Limits
  var cuts: Cuts?
  var output: [UInt8] = []
  var end: SessionVerdict?
  var now = SessionRun.beginning
  let host = Host()

  /// Who is told that tasks have sent something; the player asks anyway.
  final class Host: SessionHost {
    func sessionHasOutput() {}
  }

  mutating func play(_ script: [SessionStep]) {
    session.host = host
    for step in script where end == nil { play(step) }
    if end == nil { play(.turn) }
  }

  mutating func loseConnection() {
    session.connectionLost()
    loop.turn()
  }

  private mutating func play(_ step: SessionStep) {
    switch step {
    case .bytes(let bytes):
      var pieces = [bytes]
      if var cuts {
        pieces = cuts.pieces(of: bytes)
        self.cuts = cuts
      }
      for piece in pieces where end == nil {
        give { session, now, output in session.receive(piece.span, now: now, output: &output) }
      }
    case .turn:
      loop.turn()
      give { session, now, output in session.outputDrained(now: now, output: &output) }
    case .wait(let milliseconds):
      now += UInt64(milliseconds) * 1_000_000
      give { session, now, output in session.expire(now: now, output: &output) }
    case .drain:
      give { session, now, output in
        session.drain(now: now, output: &output)
        return .open
      }
    case .endInput:
      give { session, now, output in session.inputEnded(now: now, output: &output) }
    }
  }

  /// Above what is made in one piece there may be one reply or frame more, and what streams have sent.
  private var mostOfPiece: Int {
    limits.outputPieceBytes + (64 << 10) + limits.concurrentStreams * 2 * limits.streamedReplyBytes
  }

  /// Does something with the session, and takes what it has to send until it has no more, as a
  /// connection does whose client reads all.
  private mutating func give(
    _ step: (any ServerSession, UInt64, inout [UInt8]) -> SessionVerdict
  ) {
    var piece: [UInt8] = []
    var verdict = step(session, now, &piece)
    for _ in 0..<10_000 {
      require(piece.count <= mostOfPiece, "A piece of \(piece.count) bytes.")
      output += piece
      if verdict != .open { return end = verdict }
      if piece.isEmpty { return }
      piece.removeAll()
      verdict = session.outputDrained(now: now, output: &piece)
    }
    fatalError("The session never falls silent.")
  }
}
