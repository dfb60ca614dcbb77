// SPDX-License-Identifier: Apache-2.0

internal import RPCHTTP1
internal import Testing

@Suite("A reader of HTTP/1.1 requests")
struct HTTP1ReaderTests {
  private static let get = "GET /a?b HTTP/1.1\r\nHost: x\r\nX-Field:  two words \r\n\r\n"
  private static let post = "POST /p HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhello"
  private static let chunked =
    "POST /c HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
    + "3\r\nabc\r\n2;e=1\r\nde\r\n0\r\nx-trailer: no\r\n\r\n"

  @Test("tells method, target, fields and body")
  func whole() throws {
    let events = try Self.events(Self.get + Self.post)
    try #require(events.count == 4)
    let first = try #require(Self.head(events[0]))
    #expect(first.method == "GET" && first.target == "/a?b" && first.path == "/a")
    #expect(first.value("host") == "x" && first.value("x-field") == "two words")
    #expect(first.keepsAlive && !first.isVersion10 && !first.expectsContinue)
    #expect(events[1] == .end(body: []))
    #expect(Self.head(events[2])?.method == "POST")
    #expect(events[3] == .end(body: Array("hello".utf8)))
  }

  @Test("reads the same however requests are cut")
  func cuts() throws {
    let text = Self.get + Self.chunked + Self.post
    let whole = try Self.events(text)
    #expect(whole.count == 6 && whole[3] == .end(body: Array("abcde".utf8)))
    #expect(Self.head(whole[2])?.fields.count == 2, "Trailers are no fields of the head.")
    let bytes = Array(text.utf8)
    for cut in bytes.indices {
      let reader = HTTP1Reader(limits: HTTP1Limits())
      var events = try Self.events(Array(bytes[..<cut]), reader)
      events += try Self.events(Array(bytes[cut...]), reader)
      #expect(events == whole, "cut at \(cut)")
    }
    let reader = HTTP1Reader(limits: HTTP1Limits())
    #expect(try bytes.flatMap { try Self.events([$0], reader) } == whole)
  }

  @Test(
    "tells whether the connection stays",
    arguments: [
      ("1.1", "", true), ("1.1", "connection: close\r\n", false), ("1.0", "", false),
      ("1.0", "connection: keep-alive\r\n", true),
    ])
  func keepAlive(version: String, field: String, keepsAlive: Bool) throws {
    let events = try Self.events("GET / HTTP/\(version)\r\nhost: x\r\n\(field)\r\n")
    #expect(Self.head(events[0])?.keepsAlive == keepsAlive)
  }

  @Test("stays with HTTP/1.1 where a client offers another protocol")
  func upgrade() throws {
    let fields = "host: x\r\nconnection: upgrade, http2-settings\r\nupgrade: h2c\r\n"
    let events = try Self.events("GET / HTTP/1.1\r\n\(fields)\r\n" + Self.get)
    #expect(events.count == 4)
    #expect(try Self.events("CONNECT x:1 HTTP/1.1\r\nhost: x:1\r\n\r\n").count == 2)
  }

  @Test("tells who waits for 100 (Continue) before its body comes")
  func expectsContinue() throws {
    let fields = "host: x\r\nexpect: 100-Continue\r\ncontent-length: 5\r\n"
    let events = try Self.events("POST / HTTP/1.1\r\n\(fields)\r\n")
    #expect(events.count == 1)
    #expect(Self.head(events[0])?.expectsContinue == true)
  }

  @Test(
    "tells apart why a request can't be read",
    arguments: [
      ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nhost : a\r\n\r\n", 400), ("GET / HTTP/2.0\r\nhost: a\r\n\r\n", 505),
      ("BREW / HTTP/1.1\r\nhost: a\r\n\r\n", 501), ("nonsense", 501), ("\u{16}\u{3}\u{1}", 501),
      ("GET / HTTP/x\r\n", 400), ("GET / HTTP/1.1\r\nhost: a\u{0}b\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n", 400),
      (
        "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
        400
      ),
      ("POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", 400),
    ])
  func faults(text: String, status: Int) throws {
    let reader = HTTP1Reader(limits: HTTP1Limits())
    let error = #expect(throws: HTTP1Error.self) { try Self.events(Array(text.utf8), reader) }
    #expect(error?.status.code == status, "\(text): \(String(describing: error))")
    #expect(throws: try #require(error)) { try Self.events(Array(Self.get.utf8), reader) }
  }

  @Test("takes as much as its limits say, and one byte more not")
  func limits() throws {
    var limits = HTTP1Limits()
    limits.targetBytes = 10
    limits.headerBytes = 2 * 32 + "hostx".utf8.count + "nameavalue".utf8.count
    limits.bodyBytes = 5
    let request = { (target: String, value: String, length: String, body: String) in
      "POST \(target) HTTP/1.1\r\nhost:x\r\nnamea:\(value)\r\n\(length)\r\n\(body)"
    }
    func check(_ text: String, _ expected: HTTP1Error?) {
      let reader = HTTP1Reader(limits: limits)
      do {
        _ = try Self.events(Array(text.utf8), reader)
        #expect(expected == nil)
      } catch {
        #expect(error == expected)
      }
    }
    check(request("/234567890", "value", "", ""), nil)
    check(request("/2345678901", "value", "", ""), .targetTooLong(limitBytes: 10))
    check(request("/", "valuee", "", ""), .headersTooLarge(limitBytes: limits.headerBytes))
    limits.headerBytes = 1_000
    check(request("/", "v", "content-length:5\r\n", "12345"), nil)
    check(request("/", "v", "content-length:6\r\n", ""), .bodyTooLarge(limitBytes: 5))
    let chunks = "3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n"
    check(
      request("/", "v", "transfer-encoding:chunked\r\n", chunks), .bodyTooLarge(limitBytes: 5))
  }

  @Test("says where the input ends within a request")
  func truncated() throws {
    let bytes = Array(Self.post.utf8)
    for count in [1, 20, bytes.count - 1] {
      let reader = HTTP1Reader(limits: HTTP1Limits())
      _ = try Self.events(Array(bytes[..<count]), reader)
      #expect(reader.isWithinRequest)
      #expect(throws: HTTP1Error.truncated) { try reader.end() }
    }
    let reader = HTTP1Reader(limits: HTTP1Limits())
    _ = try Self.events(bytes, reader)
    #expect(!reader.isWithinRequest)
    #expect(throws: Never.self) { try reader.end() }
  }

  @Test("takes any bytes without harm")
  func rubbish() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      var bytes = Array((Self.get + Self.chunked).utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255)
      }
      let reader = HTTP1Reader(limits: HTTP1Limits())
      do {
        #expect(try Self.events(bytes, reader).count <= 8)
      } catch {
        #expect((400...505).contains(error.status.code))
      }
    }
  }

  private static func events(_ text: String) throws(HTTP1Error) -> [HTTP1Event] {
    try events(Array(text.utf8), HTTP1Reader(limits: HTTP1Limits()))
  }

  private static func events(
    _ bytes: [UInt8], _ reader: HTTP1Reader
  ) throws(HTTP1Error) -> [HTTP1Event] {
    var offset = 0
    var events: [HTTP1Event] = []
    while let event = try reader.next(bytes.span, from: &offset) { events.append(event) }
    #expect(offset == bytes.count)
    return events
  }

  private static func head(_ event: HTTP1Event) -> HTTP1RequestHead? {
    if case .head(let head) = event { head } else { nil }
  }
}
