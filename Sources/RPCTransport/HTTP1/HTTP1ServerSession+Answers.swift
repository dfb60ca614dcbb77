// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP1

/// How the answer to a request is sent over HTTP/1.1.
struct HTTP1Manner {
  /// Whether the whole request is here.
  var isWhole = false
  /// Whether the connection ends with the answer.
  var closes = false
  /// Whether the client is of HTTP/1.0, and must be told that the connection stays.
  private(set) var isVersion10 = false
  /// Whether the connection must end where the request is refused before it is whole.
  fileprivate var hasLongBody = false
  /// Whether the body is sent in chunks.
  fileprivate var isChunked = false

  /// Begins without a request.
  init() {}

  /// Answers a request that can't be read.
  static var last: HTTP1Manner {
    var manner = HTTP1Manner()
    manner.closes = true
    return manner
  }

  /// Reads the head of a request.
  init(_ head: HTTP1RequestHead) {
    closes = !head.keepsAlive
    isVersion10 = head.isVersion10
    let length = head.value("content-length").flatMap { Int($0) } ?? 0
    hasLongBody =
      head.value("transfer-encoding") != nil || length > HTTP1ServerSession.droppedBytes
      || (head.expectsContinue && length > 0)
  }
}

extension HTTP1ServerSession: WebCarrier {
  var waitingBytes: Int { pending.count }
  var connectionWaitingBytes: Int { pending.count }

  /// The system takes so much of us in any case.
  var window: Int { 64 << 10 }

  func respond(_ answer: WebAnswer) {
    if isDraining || !manner.isWhole && manner.hasLongBody { manner.closes = true }
    let framing: HTTP1Framing = answer.contentLength.map { .length($0) } ?? .none
    append(answer, framing)
    if !answer.hasNoBody { pending += answer.body }
  }

  func begin(_ answer: WebAnswer) {
    // HTTP/1.0 knows no chunks: there the body ends with the connection.
    manner.isChunked = !manner.isVersion10
    if manner.isVersion10 { manner.closes = true }
    append(answer, manner.isChunked ? .chunked : .none)
  }

  func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    guard manner.isChunked else { return pending += bytes }
    pending += "\(String(bytes.count, radix: 16))\r\n".utf8
    pending += bytes
    pending += "\r\n".utf8
  }

  func finish() {
    if manner.isChunked { pending += "0\r\n\r\n".utf8 }
  }

  func hold(_ byteCount: Int) {
    heldBytes = byteCount
    countHeld()
  }

  func awaitRoom() { awaitsRoom = true }

  func hasOutput() {
    // At once, since others may get the room that the task had for it.
    countHeld()
    host?.sessionHasOutput()
  }

  private func append(_ answer: WebAnswer, _ framing: HTTP1Framing) {
    let head = HTTP1ResponseHead(
      status: HTTP1Status(code: answer.status), date: HTTP1Date.text(wallClock),
      fields: answer.fields.map { ($0.name, $0.value) }, framing: framing, closes: manner.closes,
      isVersion10: manner.isVersion10)
    head.append(to: &pending)
  }
}

extension HTTP1Limits {
  /// What a request may hold on the main port.
  init(_ limits: Limits) {
    self.init()
    targetBytes = limits.headerListBytes
    headerBytes = 2 * limits.headerListBytes
    // Base64 takes four bytes for three.
    bodyBytes = limits.messageBytes / 3 * 4 + 1024
  }
}

extension WebHead {
  /// Reads the head of a request over HTTP/1.1.
  init(_ head: HTTP1RequestHead) {
    self.init(
      method: head.method, target: head.target,
      fields: head.fields.map { WebField($0.name, $0.value) })
  }
}
