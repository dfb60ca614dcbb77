// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCJSON
internal import RPCTransport
internal import Testing

extension ProtoSchema {
  /// Describes some of the tests' methods, whose messages are a text and a number.
  static let forTests: ProtoSchema? = {
    func nested(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
      var bytes = [number << 3 | 2]
      bytes.append(varint: UInt64(content.count))
      return bytes + content
    }
    func named(_ name: String) -> [UInt8] { nested(1, Array(name.utf8)) }
    func field(_ name: String, _ number: UInt8, _ type: UInt8) -> [UInt8] {
      nested(2, named(name) + [0x18, number, 0x20, 1, 0x28, type])
    }
    // 34 is `idempotency_level`, and 1 NO_SIDE_EFFECTS.
    func method(_ name: String, reads: Bool) -> [UInt8] {
      let type = Array(".test.Blob".utf8)
      return nested(
        2,
        named(name) + nested(2, type) + nested(3, type)
          + (reads ? nested(4, [0x90, 0x02, 1]) : []))
    }
    let message = named("Blob") + field("text", 1, 9) + field("number", 2, 5)
    let service =
      named("Service") + method("Echo", reads: true)
      + method("Fail", reads: true) + method("Large", reads: true) + method("Count", reads: false)
    let file =
      nested(2, Array("test".utf8)) + nested(4, message) + nested(6, service)
      + nested(12, Array("proto3".utf8))
    return try? ProtoSchema(descriptorSet: nested(1, file))
  }()
}

/// What came back of one exchange of HTTP/1.1.
struct WebReply {
  let status: Int
  let fields: [String: String]
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }
}

/// A client of an HTTP/1.1 session under test.
final class WebPeer {
  let session: HTTP1ServerSession
  let counters = ServerCounters()
  let mail: TaskMail
  let tallies: [MethodTally]
  let limits: Limits
  private(set) var verdict = SessionVerdict.open
  private(set) var output: [UInt8] = []
  var now: UInt64 = 1_000_000_000
  /// Whether the client reads nothing more than what comes at once.
  var holdsOutput = false

  init(
    router: Router = .forTests(), mail: TaskMail = TaskMail(), origins: [String] = [],
    pages: WebResponder? = nil, caching: WebCaching = .revalidate,
    limits change: (inout Limits) -> Void = { _ in }
  ) throws {
    self.mail = mail
    var limits = Limits()
    change(&limits)
    self.limits = limits
    let web = WebService(
      schema: try #require(ProtoSchema.forTests), origins: WebOrigins(origins),
      pages: { _ in pages },
      caching: { _, _, _ in caching }, wallClock: { 0 })
    let door = WebDoor(web, .test)
    tallies = router.tallies
    let services = Services(router: router, share: mail.share(limits, counters), web: door)
    session = HTTP1ServerSession(
      services: services, web: door,
      peer: Peer(address: "192.0.2.1", isLoopback: false, isUnixSocket: false), now: now)
  }

  /// Sends bytes, and takes what comes back.
  @discardableResult
  func send(_ bytes: [UInt8]) -> SessionVerdict {
    var piece: [UInt8] = []
    verdict = session.receive(bytes.span, now: now, output: &piece)
    output += piece
    drain(piece)
    return verdict
  }

  @discardableResult
  func send(_ text: String) -> SessionVerdict { send(Array(text.utf8)) }

  /// Sends a POST.
  @discardableResult
  func post(
    _ path: String, _ type: String = "application/json", _ body: [UInt8], _ fields: String = ""
  ) -> SessionVerdict {
    let head = "POST \(path) HTTP/1.1\r\nhost: a\r\ncontent-type: \(type)\r\n"
    return send(Array((head + fields + "content-length: \(body.count)\r\n\r\n").utf8) + body)
  }

  @discardableResult
  func post(_ path: String, _ json: String, _ fields: String = "") -> SessionVerdict {
    post(path, "application/json", Array(json.utf8), fields)
  }

  @discardableResult
  func get(_ path: String, _ fields: String = "", method: String = "GET") -> SessionVerdict {
    send("\(method) \(path) HTTP/1.1\r\nhost: a\r\n\(fields)\r\n")
  }

  /// Hands on what a task has for the loop, and takes what comes back.
  func deliver() async {
    await mail.deliver()
    drain([0])
  }

  func expire(after seconds: UInt64) {
    now += seconds * 1_000_000_000
    var piece: [UInt8] = []
    verdict = session.expire(now: now, output: &piece)
    output += piece
    drain(piece)
  }

  func endInput() {
    var piece: [UInt8] = []
    verdict = session.inputEnded(now: now, output: &piece)
    output += piece
    drain(piece)
  }

  func shutDown() {
    var piece: [UInt8] = []
    verdict = session.drainVerdict(now: now, &piece)
    output += piece
  }

  private func drain(_ last: [UInt8]) {
    var last = last
    while !last.isEmpty, verdict == .open, !holdsOutput {
      last = []
      verdict = session.outputDrained(now: now, output: &last)
      output += last
    }
  }

  /// What has come since the last call.
  func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// The replies that have come since the last call, each whole.
  func replies(toHead: Bool = false) throws -> [WebReply] {
    var replies: [WebReply] = []
    while !output.isEmpty {
      let end = try #require(output.firstRange(of: Array("\r\n\r\n".utf8)))
      let lines = String(decoding: output[..<end.lowerBound], as: UTF8.self)
        .split(separator: "\r\n")
      output = Array(output[end.upperBound...])
      var fields: [String: String] = [:]
      for line in lines.dropFirst() {
        let colon = try #require(line.firstIndex(of: ":"))
        let (name, value) = (String(line[..<colon]), String(line[colon...].dropFirst(2)))
        fields[name] = fields[name].map { "\($0), \(value)" } ?? value
      }
      let status = try #require(Int(lines[0].split(separator: " ")[1]))
      var body: [UInt8] = []
      if fields["transfer-encoding"] == "chunked" {
        body = try takeChunks()
      } else if !toHead, let length = fields["content-length"].flatMap({ Int($0) }) {
        body = Array(output.prefix(length))
        output = Array(output.dropFirst(length))
      }
      replies.append(WebReply(status: status, fields: fields, body: body))
    }
    return replies
  }

  /// The one reply that has come.
  func reply(toHead: Bool = false) throws -> WebReply {
    let replies = try replies(toHead: toHead)
    try #require(replies.count == 1, "\(replies)")
    return replies[0]
  }

  private func takeChunks() throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let end = try #require(output.firstRange(of: Array("\r\n".utf8)))
      let count = try #require(
        Int(String(decoding: output[..<end.lowerBound], as: UTF8.self), radix: 16))
      body += output[end.upperBound..<end.upperBound + count]
      output = Array(output[(end.upperBound + count + 2)...])
      if count == 0 { return body }
    }
  }
}
