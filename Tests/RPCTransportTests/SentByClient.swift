// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2

/// What a client has sent on one connection, taken apart.
struct SentByClient {
  /// A frame as it came (RFC 9113, section 4.1).
  struct SentFrame {
    let type: UInt8
    let flags: UInt8
    let payload: [UInt8]

    /// Whether it ends its stream.
    var endsStream: Bool { type <= 1 && flags & 1 == 1 }
  }

  /// The frames behind the preface, in order, as far as they are complete.
  let frames: [SentFrame]
  /// The headers of each request, in order, each `name: value`.
  let requests: [[String]]

  init(_ bytes: [UInt8]) {
    frames = Self.frames(of: bytes.dropFirst(Frame.preface.count))
    let reader = Reader()
    let settings = HTTP2Settings(
      maxConcurrentStreams: 100, headerListBytes: 1 << 16, streamWindowBytes: 1 << 20,
      connectionWindowBytes: 1 << 20)
    let session = HTTP2Session(.server, settings: settings, memory: nil)
    session.delegate = reader
    do throws(HTTP2Error) {
      try session.receive(bytes.span, now: 0)
    } catch {
      reader.requests.append(["\(error)"])
    }
    requests = reader.requests
  }

  /// The DATA frames.
  var data: [SentFrame] { frames.filter { $0.type == 0 } }

  /// The value of a setting in the first SETTINGS frame (RFC 9113, section 6.5.1).
  func setting(_ id: UInt8) -> Int? {
    guard let payload = frames.first(where: { $0.type == 4 })?.payload else { return nil }
    for start in stride(from: 0, to: payload.count, by: 6) where payload[start + 1] == id {
      return payload[start + 2..<start + 6].reduce(0) { $0 << 8 | Int($1) }
    }
    return nil
  }

  private static func frames(of bytes: ArraySlice<UInt8>) -> [SentFrame] {
    var rest = bytes
    var frames: [SentFrame] = []
    while rest.count >= 9 {
      let head = Array(rest.prefix(9))
      let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
      guard rest.count >= 9 + length else { break }
      let payload = Array(rest.dropFirst(9).prefix(length))
      frames.append(SentFrame(type: head[3], flags: head[4], payload: payload))
      rest = rest.dropFirst(9 + length)
    }
    return frames
  }

  private final class Reader: HTTP2SessionDelegate, HTTP2StreamHandler {
    var requests: [[String]] = []

    func makeHandler(in session: HTTP2Session) -> any HTTP2StreamHandler { self }
    func settingsReceived(in session: HTTP2Session) {}
    func pingAcknowledged(in session: HTTP2Session) {}
    func streamReset(in session: HTTP2Session, byPeer: Bool, code: HTTP2ErrorCode) {}
    func goAwayReceived(
      in session: HTTP2Session, lastStreamID: Int32, code: HTTP2ErrorCode, reason: String
    ) {}

    func headersReceived(_ stream: HTTP2Stream, in session: HTTP2Session) {
      var lines: [String] = []
      stream.headers.forEach { _, _, name, value in lines.append("\(name.text): \(value.text)") }
      requests.append(lines)
    }
    func dataReceived(_ bytes: Span<UInt8>, on stream: HTTP2Stream, in session: HTTP2Session) {}
    func inputEnded(_ stream: HTTP2Stream, in session: HTTP2Session) {}
    func deadlinePassed(_ stream: HTTP2Stream, in session: HTTP2Session) {}
    func streamClosed(_ stream: HTTP2Stream, in session: HTTP2Session, code: HTTP2ErrorCode) {}
  }
}
