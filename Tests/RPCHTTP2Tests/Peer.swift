// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2

/// One side of a connection that keeps what it is told, and answers as it is asked to.
final class Peer: HTTP2SessionDelegate, HTTP2StreamHandler {
  /// What happened, in order, one line each.
  var events: [String] = []
  var pings = 0
  var resets: [String] = []
  var body: [UInt8] = []
  var deadlinesPassed = 0
  /// What to do when a request is complete.
  var answer: ((HTTP2Stream, HTTP2Session) -> Void)?
  /// What to do when headers have come.
  var greet: ((HTTP2Stream, HTTP2Session) -> Void)?

  let session: HTTP2Session

  init(
    _ role: HTTP2Session.Role, streams: Int = 100, headerListBytes: Int = 8192,
    windowBytes: Int = 65_535, memory: HTTP2Memory? = nil
  ) {
    let settings = HTTP2Settings(
      maxConcurrentStreams: streams, headerListBytes: headerListBytes,
      streamWindowBytes: windowBytes, connectionWindowBytes: windowBytes)
    session = HTTP2Session(role, settings: settings, memory: memory)
    session.delegate = self
  }

  func makeHandler(in session: HTTP2Session) -> any HTTP2StreamHandler { self }

  func goAwayReceived(
    in session: HTTP2Session, lastStreamID: Int32, code: HTTP2ErrorCode, reason: String
  ) {
    events.append("goaway \(lastStreamID) \(code.rawValue)")
  }

  func settingsReceived(in session: HTTP2Session) {}
  func pingAcknowledged(in session: HTTP2Session) { pings += 1 }
  func streamReset(in session: HTTP2Session, byPeer: Bool, code: HTTP2ErrorCode) {
    resets.append("\(byPeer ? "peer" : "us") \(code.rawValue)")
  }

  func headersReceived(_ stream: HTTP2Stream, in session: HTTP2Session) {
    let block = stream.headers
    let list = block.fields.map { field in
      let name = String(decoding: block.bytes[field.name], as: UTF8.self)
      return "\(name)=\(String(decoding: block.bytes[field.value], as: UTF8.self))"
    }
    let mark = block.isOverLimit ? "too many headers" : list.joined(separator: " ")
    events.append("\(stream.id) \(mark)")
    greet?(stream, session)
  }

  func dataReceived(_ bytes: Span<UInt8>, on stream: HTTP2Stream, in session: HTTP2Session) {
    body.append(copying: bytes)
    session.consumed(bytes.count, on: stream)
  }

  func inputEnded(_ stream: HTTP2Stream, in session: HTTP2Session) {
    events.append("\(stream.id) ended")
    answer?(stream, session)
  }

  func deadlinePassed(_ stream: HTTP2Stream, in session: HTTP2Session) {
    events.append("\(stream.id) late")
  }

  func streamClosed(_ stream: HTTP2Stream, in session: HTTP2Session, code: HTTP2ErrorCode) {
    events.append("\(stream.id) closed \(code.rawValue)")
  }

  /// All that the session has to send.
  func produced(upTo limit: Int = .max) -> [UInt8] {
    var output: [UInt8] = []
    session.produce(into: &output, upTo: limit)
    return output
  }

  /// Reads bytes in pieces of at most `size`; returns why the session gave up, if it did.
  @discardableResult
  func receive(_ bytes: [UInt8], piecesOf size: Int = .max, now: UInt64 = 0) -> HTTP2Error? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
      do throws(HTTP2Error) {
        try session.receive(piece.span, now: now)
      } catch {
        return error
      }
    }
    return nil
  }

  /// Carries bytes both ways until both sides are silent.
  func exchange(with other: Peer, piecesOf size: Int = .max) {
    for _ in 0..<10_000 {
      let there = produced()
      other.receive(there, piecesOf: size)
      let back = other.produced()
      receive(back, piecesOf: size)
      if there.isEmpty, back.isEmpty { return }
    }
    events.append("never silent")
  }

  /// Sends a request; the stream stays open for more unless `ends`.
  @discardableResult
  func request(
    path: String = "/a.B/C", body: [UInt8] = [], more: [(String, String)] = [], ends: Bool = true
  ) -> HTTP2Stream? {
    let fixed = FixedFields([(":method", "POST"), (":scheme", "http")])
    var block = HeaderBlock()
    block.append(":path", Array(path.utf8))
    for (name, value) in more { block.append(name, Array(value.utf8)) }
    let stream = session.request(fixed, adding: block, handler: self) { $0.output = body }
    if let stream, ends { session.finish(stream) }
    return stream
  }
}

/// Frames made by hand (RFC 9113, section 4.1).
enum Frame {
  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  static let emptySettings = make(type: 4, flags: 0, stream: 0, [])

  static func make(type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
    let length = UInt32(payload.count)
    return [UInt8(truncatingIfNeeded: length >> 16), UInt8(truncatingIfNeeded: length >> 8)]
      + [UInt8(truncatingIfNeeded: length), type, flags, UInt8(truncatingIfNeeded: stream >> 24)]
      + [UInt8(truncatingIfNeeded: stream >> 16), UInt8(truncatingIfNeeded: stream >> 8)]
      + [UInt8(truncatingIfNeeded: stream)] + payload
  }

  /// A request's HEADERS: POST, http, `/`, from the static table; END_HEADERS, perhaps END_STREAM.
  static func request(stream: UInt32, ends: Bool = true) -> [UInt8] {
    make(type: 1, flags: ends ? 5 : 4, stream: stream, [0x83, 0x86, 0x84])
  }

  static func goAway(last: UInt8, code: UInt8, _ reason: String) -> [UInt8] {
    make(type: 7, flags: 0, stream: 0, [0, 0, 0, last, 0, 0, 0, code] + Array(reason.utf8))
  }
}

extension [UInt8] {
  func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
