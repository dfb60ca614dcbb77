// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("A connection of HTTP/1.1 on the port of all protocols")
struct HTTP1SessionTests {
  private let echo = "/test.Service/Echo"
  private let stage = Stage()

  @Test("stays for more, but where the client or its version says otherwise")
  func keepAlive() throws {
    let peer = try WebPeer()
    peer.get(echo)
    #expect(try peer.reply().fields["connection"] == nil && peer.verdict == .open)
    peer.get(echo, "connection: close\r\n")
    #expect(try peer.reply().fields["connection"] == "close")
    #expect(peer.verdict == .closeAfterOutput(reason: nil))
    let old = try WebPeer()
    old.send("GET \(echo) HTTP/1.0\r\n\r\n")
    #expect(try old.reply().status == 200)
    #expect(old.verdict == .closeAfterOutput(reason: nil))
  }

  @Test(
    "ends with what is no HTTP/1.1, and says why",
    arguments: [
      ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nhost : a\r\n\r\n", 400),
      ("GET / HTTP/3.0\r\nhost: a\r\n\r\n", 505), ("HELLO / HTTP/1.1\r\n", 501),
      ("GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\n", 414),
      ("GET / HTTP/1.1\r\nhost: a\r\nx: \(String(repeating: "a", count: 20_000))\r\n", 431),
      ("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9999999999\r\n\r\n", 413),
      (
        "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n", 400
      ),
    ])
  func malformed(text: String, status: Int) throws {
    let peer = try WebPeer()
    peer.send(text)
    let reply = try peer.reply()
    #expect(reply.status == status && reply.fields["connection"] == "close", "\(reply)")
    guard case .closeAfterOutput(.some) = peer.verdict else {
      Issue.record("It should close with a reason: \(peer.verdict)")
      return
    }
    #expect(peer.counters[.protocolBroken] == 1)
  }

  @Test("tells who waits for it to send the body, unless that is refused anyway")
  func goOn() throws {
    let peer = try WebPeer()
    let type = "content-type: application/json\r\n"
    let rest = "expect: 100-continue\r\ncontent-length: 2\r\n\r\n"
    peer.send("POST \(echo) HTTP/1.1\r\nhost: a\r\n\(type)\(rest)")
    #expect(String(decoding: peer.takeOutput(), as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
    peer.send("{}")
    #expect(try peer.reply().status == 200)
    peer.send("POST \(echo) HTTP/1.1\r\nhost: a\r\n\(rest)")
    let refusal = try peer.reply()
    #expect(refusal.status == 415 && refusal.fields["connection"] == "close")
    #expect(peer.verdict == .closeAfterOutput(reason: nil))
  }

  @Test("ends with a refused request whose body would be long")
  func longRefused() throws {
    let peer = try WebPeer()
    peer.send("POST \(echo) HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\n")
    #expect(try peer.reply().status == 415)
    #expect(peer.verdict == .closeAfterOutput(reason: nil))
  }

  @Test("ends where a request's head comes too slowly, from its first byte on")
  func slowHead() throws {
    let peer = try WebPeer()
    for byte in "GET / HTTP/1.1".utf8 {
      peer.send([byte])
      peer.expire(after: 0)
      peer.now += 500_000_000
    }
    #expect(peer.output.isEmpty)
    peer.expire(after: 3)
    #expect(try peer.reply().status == 408)
    #expect(peer.counters[.handshakeTimedOut] == 1)
    #expect(peer.verdict == .closeAfterOutput(reason: "Its request came too slowly."))
  }

  @Test("ends where a request's body stands still")
  func stillBody() throws {
    let peer = try WebPeer()
    peer.send(
      "POST \(echo) HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n"
    )
    peer.expire(after: 29)
    peer.send("{")
    peer.expire(after: 29)
    #expect(peer.output.isEmpty)
    peer.expire(after: 1)
    let reply = try peer.reply()
    #expect(reply.status == 429 && reply.text.contains("stood still"))
    #expect(peer.verdict == .closeAfterOutput(reason: nil))
  }

  @Test("takes no more bodies than there is room for")
  func room() throws {
    let peer = try WebPeer(limits: { $0.waitingRequestBytes = 100_000 })
    peer.send(
      "POST \(echo) HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 200000\r\n\r\n"
    )
    peer.send([UInt8](repeating: 0x20, count: 90_000))
    #expect(peer.mail.tasks.room.waitingBytes > 90_000)
    peer.send([UInt8](repeating: 0x20, count: 20_000))
    #expect(try peer.reply().fields["connection"] == "close")
    #expect(peer.verdict == .closeAfterOutput(reason: nil))
    peer.session.connectionLost()
    #expect(peer.mail.tasks.room.waitingBytes == 0)
  }

  @Test("serves on when a task has answered, what was sent ahead first")
  func ahead() async throws {
    let peer = try WebPeer(router: .forTests(on: stage))
    peer.post("/test.Service/Held", "application/proto", [7])
    peer.post(echo, #"{"number":1}"#)
    #expect(peer.output.isEmpty && peer.session.callsInFlight == 1)
    stage.release(7)
    await peer.deliver()
    #expect(try peer.replies().map(\.status) == [200, 200])
    #expect(peer.session.callsInFlight == 0)
  }

  @Test("reads no more ahead than it keeps, and ends then")
  func tooFarAhead() async throws {
    let peer = try WebPeer(router: .forTests(on: stage))
    peer.post("/test.Service/Held", "application/proto", [7])
    for _ in 1...40 { peer.send([UInt8](repeating: 0x47, count: 64 << 10)) }
    #expect(peer.mail.tasks.room.waitingBytes < 300_000)
    stage.release(7)
    await peer.deliver()
    #expect(try peer.reply().fields["connection"] == "close")
  }

  @Test(
    "serves so many requests in a turn that others need not wait, and the rest at once after it")
  func turns() throws {
    let peer = try WebPeer()
    let one = "GET \(echo) HTTP/1.1\r\nhost: a\r\n\r\n"
    peer.send(String(repeating: one, count: 150))
    #expect(try peer.replies().count == 64)
    #expect(peer.session.nextDeadline == Deadline(nanoseconds: peer.now))
    peer.expire(after: 0)
    peer.expire(after: 0)
    #expect(try peer.replies().count == 86)
    #expect(peer.session.nextDeadline == .never && peer.verdict == .open)
  }

  @Test("keeps little of what it has read, however long more is sent ahead than it serves")
  func aheadForLong() throws {
    let peer = try WebPeer()
    let one = "GET /\(String(repeating: "a", count: 1_000)) HTTP/1.1\r\nhost: a\r\n\r\n"
    for _ in 1...6 { peer.send(String(repeating: one, count: 65)) }
    #expect(try peer.replies().count == 6 * 64)
    #expect(peer.mail.tasks.room.waitingBytes < 150_000)
  }

  @Test("refuses a body that is too large when it has become so, and ends")
  func tooLarge() throws {
    let peer = try WebPeer(limits: { $0.messageBytes = 6_000 })
    peer.send(
      "POST \(echo) HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n"
        + "transfer-encoding: chunked\r\n\r\n")
    for _ in 1...100 { peer.send("64\r\n\(String(repeating: " ", count: 100))\r\n") }
    let reply = try peer.reply()
    #expect(reply.status == 413 && reply.text.contains("resource_exhausted"), "\(reply)")
    #expect(peer.verdict == .closeAfterOutput(reason: "A request's body was too large."))
  }

  @Test("ends a call at its deadline, and cancels its task")
  func deadline() async throws {
    let peer = try WebPeer(router: .forTests(on: stage))
    peer.post("/test.Service/Held", "application/proto", [7], "connect-timeout-ms: 2000\r\n")
    await stage.until { $0.entered == [7] }
    peer.expire(after: 1)
    #expect(peer.output.isEmpty)
    peer.expire(after: 1)
    #expect(try peer.reply().status == 504)
    await stage.until { $0.cancelled == [7] }
    #expect(peer.verdict == .open, "Nobody is to blame: the connection serves on.")
    stage.release(7)
    await peer.deliver()
    #expect(peer.output.isEmpty, "What the task gives then comes too late.")
  }

  @Test("answers who has closed one side, and then closes the other")
  func halfClosed() async throws {
    let peer = try WebPeer(router: .forTests(on: stage))
    peer.post("/test.Service/Held", "application/proto", [7])
    peer.endInput()
    #expect(peer.verdict == .open)
    stage.release(7)
    await peer.deliver()
    #expect(try peer.reply().status == 200)
    #expect(peer.verdict == .closeAfterOutput(reason: nil))
  }

  @Test("leaves at a shutdown when the call under way is answered, and says so")
  func shutdown() async throws {
    let peer = try WebPeer(router: .forTests(on: stage))
    peer.post("/test.Service/Held", "application/proto", [7])
    peer.shutDown()
    #expect(peer.verdict == .open)
    stage.release(7)
    await peer.deliver()
    #expect(peer.verdict == .closeAfterOutput(reason: nil))
    let idle = try WebPeer()
    idle.shutDown()
    #expect(idle.verdict == .closeAfterOutput(reason: nil))
  }
}
