// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("A call over HTTP/1.1")
struct WebCallTests {
  private let json = #"{"text":"é","number":7}"#
  private let echo = "/test.Service/Echo"

  @Test("by Connect is answered in JSON as it was asked in JSON")
  func connectJSON() throws {
    let peer = try WebPeer()
    #expect(peer.post(echo, json) == .open)
    let reply = try peer.reply()
    #expect(reply.status == 200 && reply.text == json)
    #expect(reply.fields["content-type"] == "application/json")
    #expect(reply.fields["x-content-type-options"] == "nosniff")
    #expect(reply.fields["date"] == "Thu, 01 Jan 1970 00:00:00 GMT")
  }

  @Test("by Connect is answered in protobuf as it was asked in protobuf")
  func connectProto() throws {
    let peer = try WebPeer()
    peer.post(echo, "application/proto", [0x10, 7])
    let reply = try peer.reply()
    #expect(reply.body == [0x10, 7] && reply.fields["content-type"] == "application/proto")
  }

  @Test("is the same however its bytes are cut")
  func cuts() throws {
    let head = "POST \(echo) HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n"
    let bytes = Array((head + "content-length: 12\r\n\r\n{\"number\":7}").utf8)
    for cut in bytes.indices {
      let peer = try WebPeer()
      #expect(peer.send(Array(bytes[..<cut])) == .open)
      #expect(peer.send(Array(bytes[cut...])) == .open)
      #expect(try peer.reply().text == #"{"number":7}"#)
    }
  }

  @Test("has its answers in the order in which many were sent at once")
  func pipelined() throws {
    let peer = try WebPeer()
    let one = "GET \(echo)?message=%7B%22number%22%3A"
    peer.send((1...60).map { "\(one)\($0)%7D HTTP/1.1\r\nhost: a\r\n\r\n" }.joined())
    #expect(try peer.replies().map(\.text) == (1...60).map { "{\"number\":\($0)}" })
    #expect(peer.verdict == .open)
  }

  @Test("by GET is told from others by its tag, and costs no body where the client has it")
  func notModified() throws {
    let peer = try WebPeer()
    peer.get("\(echo)?encoding=json&message=%7B%22number%22:1%7D&connect=v1")
    let first = try peer.reply()
    #expect(first.text == #"{"number":1}"#)
    #expect(first.fields["cache-control"] == "public, no-cache")
    let tag = try #require(first.fields["etag"])
    peer.get(
      "\(echo)?encoding=json&message=%7B%22number%22:1%7D", "if-none-match: \"x\", \(tag)\r\n")
    let second = try peer.reply()
    #expect(second.status == 304 && second.body.isEmpty && second.fields["etag"] == tag)
    #expect(second.fields["content-length"] == nil && second.fields["content-type"] == nil)
  }

  @Test(
    "by GET may be kept as long as the method's rules say",
    arguments: [
      (WebCaching.never, "", "no-store"), (.seconds(60), "", "public, max-age=60"),
      (.revalidate, "authorization: Bearer x\r\n", "private, no-cache"),
      (.seconds(60), "authorization: Bearer x\r\n", "private, max-age=60"),
    ])
  func caching(rule: WebCaching, fields: String, expected: String) throws {
    let peer = try WebPeer(caching: rule)
    peer.get(echo, fields)
    let reply = try peer.reply()
    #expect(reply.fields["cache-control"] == expected)
    #expect((reply.fields["etag"] == nil) == (rule == .never))
  }

  @Test("by GET takes its message in base64, in protobuf, and compressed")
  func getForms() async throws {
    let peer = try WebPeer()
    var compressed: [UInt8] = []
    GzipDeflater().deflate([0x10, 7].span, into: &compressed)
    var text: [UInt8] = []
    Base64.encode(compressed.span, into: &text)
    let message = String(decoding: text, as: UTF8.self)
      .replacing("+", with: "-").replacing("/", with: "_")
    peer.get("\(echo)?encoding=proto&base64=1&message=EAc")
    peer.get("\(echo)?encoding=proto&message=%10%07")
    peer.get("\(echo)?encoding=proto&base64=1&compression=gzip&message=\(message)")
    await peer.deliver()
    #expect(try peer.replies().map(\.body) == [[0x10, 7], [0x10, 7], [0x10, 7]])
  }

  @Test("to HEAD is as to GET without the body")
  func head() throws {
    let peer = try WebPeer()
    peer.get("\(echo)?message=%7B%22number%22:1%7D", method: "HEAD")
    let reply = try peer.reply(toHead: true)
    #expect(reply.status == 200 && reply.fields["content-length"] == "12")
  }

  @Test("that fails says so by Connect's object of JSON and a status of HTTP")
  func failure() throws {
    let peer = try WebPeer()
    peer.post("/test.Service/Fail", "{}")
    let reply = try peer.reply()
    #expect(reply.status == 404)
    #expect(reply.text == #"{"code":"not_found","message":"No quote has the id é."}"#)
    #expect(reply.fields["content-type"] == "application/json")
    #expect(reply.fields["retry-after"] == "1")
    #expect(peer.verdict == .open)
  }

  @Test("names the field of JSON that is wrong")
  func wrongField() throws {
    let peer = try WebPeer()
    peer.post(echo, #"{"nummer":7}"#)
    let reply = try peer.reply()
    #expect(reply.status == 400 && reply.text.contains("invalid_argument"))
    #expect(reply.text.contains(#"did you mean \"number\""#), "\(reply.text)")
  }

  @Test(
    "is refused in words where it can't be one",
    arguments: [
      ("POST", "/test.Service/Echo", "content-type: text/xml\r\n", 415, "application/json"),
      ("POST", "/test.Service/Echo", "", 415, "application/json"),
      ("POST", "/test.Service/Echo", "content-type: application/grpc\r\n", 505, "HTTP/2"),
      ("PUT", "/test.Service/Echo", "content-type: application/json\r\n", 405, "POST"),
      ("GET", "/test.Service/Context", "", 405, "POST"),
      ("GET", "/test.Service/Missing", "", 404, "unimplemented"),
      ("POST", "/test.Service/Missing", "content-type: application/json\r\n", 404, "Missing"),
      ("GET", "/elsewhere", "", 404, "/elsewhere"),
      ("POST", "/elsewhere", "", 405, "GET"),
      ("GET", "/test.Service/Echo?encoding=xml", "", 400, "json or proto"),
      ("GET", "/test.Service/Echo?base64=1&message=%3F", "", 400, "base64"),
      (
        "POST", "/test.Service/Echo",
        "content-type: application/json\r\nconnect-protocol-version: 2\r\n", 400, "send 1"
      ),
      (
        "POST", "/test.Service/Echo",
        "content-type: application/json\r\nconnect-timeout-ms: 1s\r\n", 400, "1s"
      ),
      (
        "POST", "/test.Service/Echo", "content-type: application/json\r\nconnect-timeout-ms: 0\r\n",
        504, "deadline"
      ),
      (
        "POST", "/test.Service/Echo", "content-type: application/json\r\ncontent-encoding: br\r\n",
        501, "gzip"
      ),
      (
        "POST", "/test.Service/Echo", "content-type: application/json\r\na-bin: ?\r\n", 400, "a-bin"
      ),
    ])
  func refused(
    method: String, path: String, fields: String, status: Int, says: String
  ) throws {
    let peer = try WebPeer()
    peer.send("\(method) \(path) HTTP/1.1\r\nhost: a\r\n\(fields)content-length: 2\r\n\r\n{}")
    let reply = try peer.reply()
    #expect(reply.status == status && reply.text.contains(says), "\(reply)")
    #expect((status == 405) == (reply.fields["allow"] != nil))
    #expect((status == 415) == (reply.fields["accept-post"] != nil))
    // The body was read to its end, so the connection serves on.
    peer.post(echo, json)
    #expect(try peer.reply().text == json)
  }

  @Test("carries the caller's metadata and deadline, and brings the handler's back")
  func metadata() throws {
    let peer = try WebPeer()
    peer.post(
      "/test.Service/Context", "application/proto", [],
      "x-one: two\r\nx-bin: AQI\r\nconnect-timeout-ms: 5\r\ncookie: no\r\n")
    let reply = try peer.reply()
    #expect(reply.fields["left"] == "behind")
    let expected = "x-one=\(Array("two".utf8)) x-bin=[1, 2] \(peer.now + 5_000_000)"
    #expect(reply.text == expected)
  }

  @Test("that was compressed is read by a task", arguments: ["gzip;q=0", "gzip"])
  func compressed(accepted: String) async throws {
    let peer = try WebPeer()
    let text = String(repeating: "again and ", count: 500)
    let request = "{\"text\":\"\(text)\"}"
    var body: [UInt8] = []
    GzipDeflater().deflate(Array(request.utf8).span, into: &body)
    peer.post(
      echo, "application/json", body,
      "content-encoding: gzip\r\naccept-encoding: \(accepted)\r\n")
    await peer.deliver()
    let reply = try peer.reply()
    guard accepted == "gzip" else {
      #expect(reply.text == request && reply.fields["content-encoding"] == nil)
      return
    }
    #expect(reply.fields["content-encoding"] == "gzip" && reply.body.count < 200)
    #expect(try GzipInflater().inflate(reply.body.span, limitBytes: 1 << 20) == Array(request.utf8))
  }

  @Test("that inflates beyond the limit is refused")
  func bomb() async throws {
    let peer = try WebPeer(limits: { $0.messageBytes = 10_000 })
    var body: [UInt8] = []
    GzipDeflater().deflate([UInt8](repeating: 0x20, count: 1 << 20).span, into: &body)
    peer.post(echo, "application/json", body, "content-encoding: gzip\r\n")
    await peer.deliver()
    #expect(try peer.reply().status == 429)
  }

  @Test("is counted as any call of its method")
  func counted() throws {
    let peer = try WebPeer()
    peer.post(echo, json)
    peer.post("/test.Service/Fail", "{}")
    var counts = MethodTally.Counts()
    for tally in peer.tallies { tally.add(to: &counts) }
    #expect(counts.started == 2 && counts.received == 2 && counts.sent == 1)
    #expect(counts.codes[0] == 1 && counts.codes[5] == 1)
  }
}
