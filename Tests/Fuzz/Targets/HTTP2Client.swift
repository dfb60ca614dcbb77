// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2

/// The client's side of HTTP/2 with requests under way: what they are told is the same however the
/// server's bytes are cut.
@Sendable
func tryHTTP2Client(_ bytes: [UInt8]) {
  var input = Input(bytes)
  var cuts = Cuts(seed: input.byte())
  let stream = input.rest()
  let whole = ClientRun([stream])
  let cut = ClientRun(cuts.pieces(of: stream))
  require(whole.told == cut.told, "Cut, it tells \(cut.told), and else \(whole.told).")
  // Behind a fault a reset that was to be sent goes out no more: its stream ends with the connection.
  require(
    whole.hasFailed || cut.hasFailed || whole.codes == cut.codes,
    "Cut, the streams end by \(cut.codes), and else by \(whole.codes).")
  require(whole.body == cut.body, "Cut, the bodies are other.")
}

/// A client with two requests, and what became of them.
private final class ClientRun: HTTP2SessionDelegate, HTTP2StreamHandler {
  var told: [String] = []
  var body: [Int32: [UInt8]] = [:]
  /// How each stream has ended.
  var codes: [Int32: HTTP2ErrorCode] = [:]
  var hasFailed = false

  private static let headerListBytes = 400

  init(_ pieces: [[UInt8]]) {
    let settings = HTTP2Settings(
      maxConcurrentStreams: 0, headerListBytes: Self.headerListBytes, streamWindowBytes: 2_000,
      connectionWindowBytes: 3_000)
    let session = HTTP2Session(.client, settings: settings, memory: nil)
    session.delegate = self
    let fixed = FixedFields([(":method", "POST"), (":scheme", "http")])
    for path in ["/f.S/Inline", "/f.S/Mirror"] {
      var block = HeaderBlock()
      block.append(":path", Array(path.utf8))
      let stream = session.request(fixed, adding: block, handler: self) { stream in
        stream.output = [0, 0, 0, 0, 0]
      }
      if let stream, path == "/f.S/Inline" { session.finish(stream) }
    }
    var output: [UInt8] = []
    do throws(HTTP2Error) {
      session.produce(into: &output, upTo: .max)
      for piece in pieces {
        try session.receive(piece.span, now: 1)
        output.removeAll()
        session.produce(into: &output, upTo: .max)
      }
    } catch {
      hasFailed = true
      told.append("\(error)")
      // What there was to say before is said, as a connection does that closes.
      session.produce(into: &output, upTo: .max)
    }
    hasFailed = hasFailed || session.isFinished
    session.connectionLost()
    require(codes.keys.sorted() == [1, 3], "The streams \(codes.keys.sorted()) were closed.")
  }

  func makeHandler(in session: HTTP2Session) -> any HTTP2StreamHandler {
    fatalError("A server began a stream.")
  }

  func goAwayReceived(
    in session: HTTP2Session, lastStreamID: Int32, code: HTTP2ErrorCode, reason: String
  ) {
    told.append("going away after \(lastStreamID): \(code.rawValue) \(reason)")
  }

  func settingsReceived(in session: HTTP2Session) { told.append("settings") }
  func pingAcknowledged(in session: HTTP2Session) { told.append("ping") }
  func streamReset(in session: HTTP2Session, byPeer: Bool, code: HTTP2ErrorCode) {}

  func headersReceived(_ stream: HTTP2Stream, in session: HTTP2Session) {
    note(stream)
    let headers = stream.headers
    let kept = headers.bytes.count + 32 * headers.fields.count
    require(kept <= Self.headerListBytes, "\(kept) bytes of headers are kept.")
    let list = headers.fields.map { "\(headers.bytes[$0.name])=\(headers.bytes[$0.value])" }
    told.append("\(stream.id) headers \(headers.isOverLimit ? ["too many"] : list)")
  }

  func dataReceived(_ bytes: Span<UInt8>, on stream: HTTP2Stream, in session: HTTP2Session) {
    note(stream)
    body[stream.id, default: []].append(copying: bytes)
    session.consumed(bytes.count, on: stream)
  }

  func inputEnded(_ stream: HTTP2Stream, in session: HTTP2Session) {
    note(stream)
    told.append("\(stream.id) ended after \(body[stream.id]?.count ?? 0)")
  }

  func deadlinePassed(_ stream: HTTP2Stream, in session: HTTP2Session) {}

  func streamClosed(_ stream: HTTP2Stream, in session: HTTP2Session, code: HTTP2ErrorCode) {
    note(stream)
    codes[stream.id] = code
  }

  private func note(_ stream: HTTP2Stream) {
    require(codes[stream.id] == nil, "Stream \(stream.id) is told of after its end.")
  }
}
