// SPDX-License-Identifier: Apache-2.0

internal import CNghttp2
package import RPCCore

/// One side of an HTTP/2 connection: bytes in, events and bytes out, no socket.
///
/// Call `receive` with what arrived, then `produce` until there is room or nothing more to send.
/// Events go to the streams' handlers and to the delegate while `receive` runs. A handler may send
/// from inside an event. Used on one thread.
@safe
package final class HTTP2Session {
  /// Which side this is.
  package enum Role: Sendable {
    case server, client
  }

  /// Which side this is.
  package let role: Role
  /// What this side takes.
  package let settings: HTTP2Settings
  /// Who is told of what is not one stream's matter. A server needs one.
  package weak var delegate: (any HTTP2SessionDelegate)?

  let memory: HTTP2Memory?
  private(set) var raw: OpaquePointer?
  let headers: ReceivedHeaders
  let state: UnsafeMutablePointer<State>
  var scratch = FieldScratch()

  /// Streams kept for the next use, and the memory each may keep in each of its arrays.
  static let idleStreamLimit = 128
  static let keptBytes = 16 * 1024

  enum Farewell {
    case none, submitted, sent
  }

  /// All that changes, in memory of our own: nghttp2 calls back many times a call.
  @safe
  struct State {
    var now: UInt64 = 0
    var nextDeadline = Deadline.never
    var streams: [HTTP2Stream] = []
    /// A server's streams that are free to be used again.
    var idleStreams: [HTTP2Stream] = []
    /// The stream whose frame is being read, so that it need not be looked up again.
    var current: Unmanaged<HTTP2Stream>?
    /// The streams that the peer has begun.
    var begun = BegunStreams()
    /// Bytes taken since the connection's window was last given back.
    var connectionConsumed = 0
    var outputWaiting = 0
    var bodyBytesProduced: UInt64 = 0
    /// Where the next frame goes while `produce` runs, how much room there is, and whether that was
    /// too little.
    var sink: UnsafeMutablePointer<UInt8>?
    var sinkRoom = 0
    var sinkIsFull = false
    /// Streams whose end was sent before the peer's: they are reset once it is out (R25).
    var endedEarly: [HTTP2Stream] = []
    /// Why the session was stopped.
    var fault: HTTP2Error?
    /// What has become of the GOAWAY that ends it; nothing follows that.
    var farewell = Farewell.none
    var floods: FloodGuard
    var pings = PingPolicy.Record()
    /// The stream whose block of headers is being received, and since when; 0 when none is.
    var blockID: Int32 = 0
    var blockBegan: UInt64 = 0
  }

  /// Creates a session, which has its settings to send at once.
  package init(_ role: Role, settings: HTTP2Settings, memory: HTTP2Memory?) {
    self.role = role
    self.settings = settings
    self.memory = memory
    headers = ReceivedHeaders(limitBytes: settings.headerListBytes, keepsRules: role == .server)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(
        floods: FloodGuard(
          burst: settings.strayFrames, perSecond: settings.strayFramesPerSecond)))
    unsafe raw = Self.makeRaw(role, memory: memory, session: self)
    submitSettings()
  }

  deinit {
    unsafe nghttp2_session_del(raw)
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Reads what arrived. Throws when the session can't go on; `produce` then still gives what there
  /// is to say to the peer.
  package func receive(_ bytes: Span<UInt8>, now: UInt64) throws(HTTP2Error) {
    unsafe state.pointee.now = now
    guard unsafe state.pointee.farewell == .none else { return }
    let result = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe nghttp2_session_mem_recv(raw, bytes.baseAddress, bytes.count)
    }
    giveConnectionWindowBack()
    if result < 0 {
      let failure = unsafe state.pointee.fault ?? HTTP2Error(receiving: result)
      unsafe state.pointee.fault = failure
      if case .peerFault(let code, let reason) = failure { terminate(code, reason) }
      throw failure
    }
    if unsafe state.pointee.blockID != 0 { watchBlock() }
  }

  /// Appends frames to `output` until it holds `limit` bytes or there is nothing to send; goes over
  /// by at most one frame. What is not asked for costs no memory.
  package func produce(into output: inout [UInt8], upTo limit: Int) {
    while output.count < limit {
      let wanted = min(limit - output.count, Self.pieceBytes)
      guard producePiece(into: &output, wanted) else { return }
    }
  }

  /// Whether there may be something to produce.
  package var hasOutput: Bool {
    unsafe state.pointee.farewell != .sent && nghttp2_session_want_write(raw) != 0
  }

  /// Whether the session has nothing more to read nor to send: the connection can close.
  package var isFinished: Bool {
    if unsafe state.pointee.farewell == .sent { return true }
    return unsafe nghttp2_session_want_read(raw) == 0 && nghttp2_session_want_write(raw) == 0
  }

  /// Tells the handlers whose deadline has passed, and finds the next one.
  package func expire(now: UInt64) {
    unsafe state.pointee.now = now
    guard nextDeadline.nanoseconds <= now else { return }
    expireBlock(now: now)
    let streams = streams
    for stream in streams where stream.deadline.nanoseconds <= now {
      unsafe stream.state.pointee.deadline = .never
      stream.handler.deadlinePassed(stream, in: self)
    }
    unsafe state.pointee.nextDeadline = streams.lazy.map(\.deadline).min() ?? .never
    if unsafe state.pointee.blockID != 0 { watchBlock() }
  }

  /// Ends the connection: a GOAWAY with the code and the reason is produced, all else that comes is
  /// ignored.
  package func terminate(_ code: HTTP2ErrorCode, _ reason: String) {
    // nghttp2's own way to end a session has no room for the reason, and a second GOAWAY would hide
    // it from clients that tell of the last one only.
    guard unsafe state.pointee.farewell == .none else { return }
    unsafe state.pointee.farewell = .submitted
    let last = unsafe nghttp2_session_get_last_proc_stream_id(raw)
    let text = Array(reason.utf8)
    check(
      unsafe nghttp2_submit_goaway(
        raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), last, code.rawValue, text, text.count))
  }

  /// The highest stream number that the peer has begun.
  package var highestPeerID: Int32 { unsafe state.pointee.begun.highest }

  /// Why the session was stopped; nil while it wasn't.
  package var fault: HTTP2Error? { unsafe state.pointee.fault }

  /// Tells every open stream's handler that the connection is lost. No event follows.
  package func connectionLost() {
    for stream in streams {
      stream.handler.streamClosed(stream, in: self, code: .internalError)
    }
    unsafe state.pointee.streams.removeAll()
    unsafe state.pointee.endedEarly.removeAll()
    unsafe state.pointee.nextDeadline = .never
  }
}

extension HTTP2Session {
  /// The monotonic time of the call that is running, in nanoseconds.
  package var now: UInt64 { unsafe state.pointee.now }

  /// When `expire` is due; may be too early, never too late.
  package var nextDeadline: Deadline { unsafe state.pointee.nextDeadline }

  /// Streams that are open.
  package var streams: [HTTP2Stream] { unsafe state.pointee.streams }

  /// How many streams are open.
  package var streamCount: Int { unsafe state.pointee.streams.count }

  /// Bytes of bodies that have been produced so far.
  package var bodyBytesProduced: UInt64 { unsafe state.pointee.bodyBytesProduced }

  /// Bytes that handlers have given and that have not been produced yet.
  package var outputWaiting: Int { unsafe state.pointee.outputWaiting }
}

/// What the owner of a session is told.
package protocol HTTP2SessionDelegate: AnyObject {
  /// The peer opens a stream and there is none to use again. The handler will serve many streams,
  /// one after the other. Never called on a client.
  func makeHandler(in session: HTTP2Session) -> any HTTP2StreamHandler

  /// The peer goes away: streams above `lastStreamID` were not looked at.
  func goAwayReceived(
    in session: HTTP2Session, lastStreamID: Int32, code: HTTP2ErrorCode, reason: String)

  /// The peer's settings are here.
  func settingsReceived(in session: HTTP2Session)

  /// The peer has answered a PING of ours.
  func pingAcknowledged(in session: HTTP2Session)

  /// A stream was reset, by the peer or by us.
  func streamReset(in session: HTTP2Session, byPeer: Bool, code: HTTP2ErrorCode)
}
