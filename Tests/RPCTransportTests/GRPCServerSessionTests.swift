// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2
internal import RPCTransport
internal import Testing

@Suite("The server's side of a gRPC connection")
struct GRPCServerSessionTests {
  @Test("R20: answers headers, a message, and trailers with the status")
  func success() {
    let reply = GRPCPeer().call(body: GRPCPeer.framed([1, 2, 3]))
    #expect(
      reply.blocks == [
        [":status": "200", "content-type": "application/grpc"], ["grpc-status": "0"],
      ])
    #expect(reply.message == [1, 2, 3])
    #expect(reply.code == .noError)
  }

  @Test("R1: tolerates a request without te and with an authority")
  func tolerated() {
    let peer = GRPCPeer()
    #expect(peer.call(GRPCPeer.headers().filter { $0.0 != "te" })["grpc-status"] == "0")
    var headers = GRPCPeer.headers()
    headers.insert((":authority", "a:1"), at: 0)
    #expect(peer.call(headers)["grpc-status"] == "0")
  }

  @Test(
    "R2, R3: takes gRPC's content types and answers 415 to others",
    arguments: [
      ("application/grpc", true), ("application/grpc+proto", true),
      ("application/grpc;charset=utf-8", true), ("application/grpcfoo", false),
      ("application/grpc-web", false), ("application/grp", false), ("text/plain", false),
      (nil, false),
    ] as [(String?, Bool)])
  func contentType(type: String?, isTaken: Bool) {
    var headers = GRPCPeer.headers().filter { $0.0 != "content-type" }
    if let type { headers.append(("content-type", type)) }
    let reply = GRPCPeer().call(headers)
    #expect(reply[":status"] == (isTaken ? "200" : "415"))
    #expect((reply["grpc-status"] == "0") == isTaken)
    #expect(String(decoding: reply.body, as: UTF8.self).contains("speaks gRPC") == !isTaken)
  }

  @Test("R4: answers 405 to other methods than POST", arguments: ["GET", "PUT", "post"])
  func method(name: String) {
    var headers = GRPCPeer.headers()
    headers[0] = (":method", name)
    #expect(GRPCPeer().call(headers)[":status"] == "405")
  }

  @Test(
    "R5, R6: answers UNIMPLEMENTED in one block to a path that it does not serve",
    arguments: [
      "test.Service/Echo", "/test.Service/echo", "/test.Service/Echo/", "/test.Service", "/", "*",
    ])
  func unknownPath(path: String) {
    var headers = GRPCPeer.headers()
    headers[2] = (":path", path)
    let reply = GRPCPeer().call(headers)
    #expect(reply.blocks.count == 1)
    #expect(reply[":status"] == "200")
    #expect(reply["content-type"] == "application/grpc")
    #expect(reply["grpc-status"] == "12")
    #expect(reply["grpc-message"] == "There is no method \(path) here.")
    #expect(reply.body.isEmpty && reply.hasEnded)
  }

  @Test("R7: refuses what is wrong in the order that other servers keep")
  func order() {
    let many = (0..<300).map { ("x-\($0)", "value") }
    let bad = [("grpc-timeout", "1x")]
    let noType = GRPCPeer.headers().filter { $0.0 != "content-type" }
    let twice = [("host", "a"), ("host", "b")]
    #expect(GRPCPeer().call(noType + twice + many)[":status"] == "431")
    #expect(GRPCPeer().call(noType + twice + bad)[":status"] == "400")
    #expect(GRPCPeer().call(noType + bad)[":status"] == "415")
    #expect(GRPCPeer().call(GRPCPeer.headers() + bad)[":status"] == "400")
  }

  @Test(
    "R7: resets a request that HTTP/2 forbids",
    arguments: [
      ("connection", "close"), ("upgrade", "h2c"), ("te", "gzip"),
      ("transfer-encoding", "chunked"), ("x-control", "a\u{1}b"), (":late", "a"),
    ])
  func malformed(name: String, value: String) {
    let peer = GRPCPeer()
    let reply = peer.call(GRPCPeer.headers().filter { $0.0 != name } + [(name, value)])
    #expect(reply.code == .protocolError)
    #expect(reply.blocks.isEmpty)
    #expect(peer.call()["grpc-status"] == "0", "Only that stream is reset.")
  }

  @Test(
    "R8: takes a timeout of one to eight digits and a unit, and refuses others by INTERNAL",
    arguments: [
      ("1H", "0"), ("99999999H", "0"), ("5m", "0"), ("0n", "4"), ("1x", "13"), ("-1S", "13"),
      ("123456789S", "13"), ("S", "13"), ("", "13"), ("1 S", "13"), ("1", "13"),
    ])
  func timeout(value: String, status: String) {
    let reply = GRPCPeer().call(GRPCPeer.headers() + [("grpc-timeout", value)])
    #expect(reply["grpc-status"] == status)
    #expect(reply[":status"] == (status == "13" ? "400" : "200"))
  }

  @Test("R8: ends a call whose deadline passes while its request is still awaited")
  func lateRequest() {
    let peer = GRPCPeer()
    let (stream, reply) = peer.begin(GRPCPeer.headers() + [("grpc-timeout", "50m")], body: [0, 0])
    peer.exchange()
    #expect(peer.server.nextDeadline == Deadline(nanoseconds: peer.now + 50_000_000))
    peer.wait(milliseconds: 49)
    #expect(reply.blocks.isEmpty && peer.server.callsInFlight == 1)
    peer.wait(milliseconds: 1)
    #expect(reply["grpc-status"] == "4")
    #expect(reply.code == .noError)
    #expect(peer.server.callsInFlight == 0 && peer.server.nextDeadline == .never)
    #expect(stream != nil)
  }

  @Test("R10, R11: hands on all metadata in order, and decodes what is binary")
  func metadata() throws {
    let headers = [
      ("x-a", "1"), ("x-raw-bin", "AQI=,AwQ"), ("x-a", "2"), ("user-agent", "test/1"),
    ]
    let reply = GRPCPeer().call(GRPCPeer.headers("Context") + headers)
    let text = String(decoding: try #require(reply.message), as: UTF8.self)
    #expect(
      text == "x-a=[49] x-raw-bin=[1, 2] x-raw-bin=[3, 4] x-a=[50] "
        + "user-agent=\(Array("test/1".utf8)) never")
    #expect(reply.blocks.first?["left"] == "behind")
    let wrong = GRPCPeer().call(GRPCPeer.headers() + [("x-bin", "A")])
    #expect(wrong[":status"] == "400" && wrong["grpc-status"] == "13")
  }

  @Test("R13: answers the same however the bytes of the connection are cut")
  func cuts() {
    for size in 1...40 {
      let peer = GRPCPeer()
      let (stream, reply) = peer.begin(body: GRPCPeer.framed([1, 2, 3]))
      if let stream { peer.finishQuietly(stream) }
      var bytes = peer.produced()[...]
      while !bytes.isEmpty {
        peer.deliver(Array(bytes.prefix(size)))
        bytes = bytes.dropFirst(size)
      }
      #expect(reply.message == [1, 2, 3] && reply["grpc-status"] == "0")
    }
  }

  @Test(
    "R14: answers INTERNAL to what is no message",
    arguments: [
      (
        [1, 0, 0, 0, 1, 9],
        "A message is marked as compressed, but grpc-encoding names no encoding."
      ),
      ([2, 0, 0, 0, 0], "A message begins with the flag 2, which is neither 0 nor 1."),
      ([0, 0, 0, 0, 2, 9], "The request ended inside a message."),
      ([0, 0], "The request ended inside a message."),
      ([0, 0, 0, 0, 1, 0xBB], "The bytes are not a Blob: send one encoded protobuf message."),
    ] as [([UInt8], String)])
  func badMessage(body: [UInt8], message: String) {
    let reply = GRPCPeer().call(body: body)
    #expect(reply["grpc-status"] == "13")
    #expect(reply["grpc-message"] == message)
    #expect(reply.blocks.count == 1)
  }

  @Test("R15: answers UNIMPLEMENTED to an unknown encoding, and says which it knows")
  func encoding() {
    let reply = GRPCPeer().call(GRPCPeer.headers() + [("grpc-encoding", "deflate")])
    #expect(reply["grpc-status"] == "12")
    #expect(reply["grpc-accept-encoding"] == "gzip,identity")
    let identity = GRPCPeer().call(GRPCPeer.headers() + [("grpc-encoding", "identity")])
    #expect(identity["grpc-status"] == "0")
  }

  @Test("R17: takes a message of exactly the limit, and refuses one byte more on its prefix")
  func messageLimit() {
    let exact = GRPCPeer { $0.messageBytes = 1_000 }
    #expect(
      exact.call(body: GRPCPeer.framed([UInt8](repeating: 1, count: 1_000)))["grpc-status"] == "0")
    let over = GRPCPeer { $0.messageBytes = 1_000 }
    let (_, reply) = over.begin(body: [0, 0, 0, 0x03, 0xE9])
    over.exchange()
    #expect(reply["grpc-status"] == "8")
    #expect(
      reply["grpc-message"]
        == "A message of 1001 bytes is more than the 1000 bytes that are taken here.")
  }

  @Test("R17: refuses a request of 5 MB, takes its bytes, and serves the next call")
  func largeRequest() {
    let peer = GRPCPeer()
    let reply = peer.call(body: GRPCPeer.framed([UInt8](repeating: 1, count: 5_000_000)))
    #expect(reply["grpc-status"] == "8")
    for _ in 0..<20 { #expect(peer.call()["grpc-status"] == "0") }
  }

  @Test("R18: takes exactly one message", arguments: [0, 2, 3])
  func messageCount(count: Int) {
    let body = (0..<count).flatMap { _ in GRPCPeer.framed([7]) }
    let reply = GRPCPeer().call(body: body)
    #expect(reply["grpc-status"] == "12")
    #expect(reply["grpc-message"] == "The method takes exactly one request message.")
  }

  @Test("R19: answers when the end has come, were it on an empty DATA frame")
  func emptyEnd() {
    let peer = GRPCPeer()
    let (stream, reply) = peer.begin(body: GRPCPeer.framed([7]))
    peer.exchange()
    #expect(reply.blocks.isEmpty)
    peer.end(stream)
    #expect(reply.message == [7])
  }

  @Test(
    "R21, R22, R23, R24: answers an error in one block, its message percent-coded, with details")
  func failure() {
    let reply = GRPCPeer().call(GRPCPeer.headers("Fail"))
    #expect(
      reply.blocks == [
        [
          ":status": "200", "content-type": "application/grpc", "grpc-status": "5",
          "grpc-message": "No quote has the id %C3%A9.", "grpc-status-details-bin": "DQ4",
        ]
      ])
    #expect(reply.hasEnded && reply.body.isEmpty)
  }

  @Test("R25: an early end is followed by a reset without error")
  func earlyEnd() {
    let peer = GRPCPeer()
    let (_, reply) = peer.begin(GRPCPeer.headers("Missing"), body: [0, 0, 0])
    peer.exchange()
    #expect(reply["grpc-status"] == "12")
    #expect(reply.code == .noError)
    #expect(peer.server.callsInFlight == 0)
  }

  @Test("R32: drains: calls under way finish, then the connection closes")
  func drain() {
    let peer = GRPCPeer()
    let (stream, reply) = peer.begin(body: GRPCPeer.framed([7]))
    peer.exchange()
    peer.drain()
    peer.exchange()
    #expect(peer.verdict == .open)
    peer.end(stream)
    #expect(reply["grpc-status"] == "0")
    #expect(peer.verdict == .closeAfterOutput(reason: nil))
  }

  @Test("closes when the client has sent its last and has its replies")
  func inputEnd() {
    let peer = GRPCPeer()
    _ = peer.begin(body: [0, 0])
    peer.exchange()
    peer.endInput()
    #expect(peer.verdict == .closeAfterOutput(reason: nil))
  }

  @Test("refuses calls while too many replies wait for the client's windows, and then closes")
  func closedWindows() {
    let peer = GRPCPeer(windowBytes: 0) { $0.waitingReplyBytes = 150_000 }
    let first = peer.call(GRPCPeer.headers("Large"), body: GRPCPeer.framed([200]))
    #expect(first[":status"] == "200" && first.body.isEmpty && !first.hasEnded)
    #expect(peer.call()["grpc-status"] == "8")
    let due = peer.server.nextDeadline
    #expect(due == Deadline(nanoseconds: peer.now + 30_000_000_000))
    peer.wait(milliseconds: 30_000)
    guard case .closeAfterOutput(let reason) = peer.verdict else {
      Issue.record("A client that opens no window is kept.")
      return
    }
    #expect(reason?.contains("too long") == true)
    #expect(peer.counters[.outputStalled] == 1)
  }

  @Test("holds only so much of the requests that a connection leaves unfinished")
  func unfinishedRequests() {
    let peer = GRPCPeer { $0.waitingRequestBytes = 150_000 }
    let part = [UInt8](repeating: 7, count: 100_000)
    let (first, firstReply) = peer.begin(body: GRPCPeer.framed(part).dropLast())
    peer.exchange()
    let (_, secondReply) = peer.begin(body: GRPCPeer.framed(part).dropLast())
    peer.exchange()
    #expect(secondReply["grpc-status"] == "8")
    #expect(peer.call()["grpc-status"] == "0")
    peer.add([7], to: first)
    peer.end(first)
    #expect(firstReply.message == part)
    #expect(peer.call(body: GRPCPeer.framed(part)).message == part)
  }

  @Test("forgets a request once it is answered, though its reply waits")
  func answeredRequests() {
    let peer = GRPCPeer(windowBytes: 0) { $0.waitingRequestBytes = 150_000 }
    let part = [UInt8](repeating: 7, count: 100_000)
    for _ in 0..<5 { #expect(peer.call(body: GRPCPeer.framed(part))[":status"] == "200") }
    #expect(peer.succeeded == 5)
  }

  @Test("quotes only so much of what the client sent that a status fits into headers")
  func longWords() {
    let long = String(repeating: "é", count: 1_500)
    var noMethod = GRPCPeer.headers()
    noMethod[2] = (":path", "/" + long)
    for headers in [
      noMethod, GRPCPeer.headers() + [("grpc-timeout", long)],
      GRPCPeer.headers() + [("grpc-encoding", long)],
      GRPCPeer.headers() + [("x-" + String(repeating: "x", count: 1_500) + "-bin", "!")],
    ] {
      let message = GRPCPeer().call(headers)["grpc-message"] ?? ""
      #expect(message.contains("%E2%80%A6") && message.utf8.count < 500, "\(message)")
      #expect(!message.contains("%EF%BF%BD"))
    }
  }

  @Test("refuses a second waiting reply where all connections together have too many")
  func closedWindowsInAll() {
    let peer = GRPCPeer(windowBytes: 0) { $0.holdsInAll(100) }
    let body = GRPCPeer.framed([UInt8](repeating: 7, count: 200))
    #expect(peer.call(body: body)[":status"] == "200")
    #expect(peer.call(body: body)["grpc-status"] == "8")
    #expect(peer.succeeded == 1)
  }

  @Test("tells why it gives a connection up")
  func fault() {
    let peer = GRPCPeer()
    peer.exchange()
    peer.deliver([UInt8](repeating: 0xFF, count: 100))
    guard case .closeAfterOutput(let reason) = peer.verdict else {
      Issue.record("Garbage is taken.")
      return
    }
    #expect(reason != nil)
  }

  @Test("gives a request up that stands still, and no sooner than it said")
  func stalledRequest() {
    let peer = GRPCPeer { $0.stalledRequestMilliseconds = 100 }
    let (stream, reply) = peer.begin(GRPCPeer.headers(), body: [0, 0, 0, 0, 2])
    peer.wait(milliseconds: 90)
    peer.add([7], to: stream)
    peer.wait(milliseconds: 90)
    #expect(reply.blocks.isEmpty)
    peer.wait(milliseconds: 11)
    #expect(reply["grpc-status"] == "8")
    #expect(reply["grpc-message"]?.contains("stood still") == true)
  }

  @Test("counts open calls and requests that arrive as held, and refuses what is above it")
  func held() {
    let tasks = TaskMail()
    let limit: (inout Limits) -> Void = {
      $0.holdsInAll(3 * 2048)
      $0.openCallBytes = 2048
    }
    let peer = GRPCPeer(tasks: tasks, limit)
    let open = (0..<4).map { _ in peer.begin(GRPCPeer.headers(), body: []) }
    peer.add([], to: open[0].0)
    #expect(open.allSatisfy { $0.1.blocks.isEmpty })
    let refused = peer.call(GRPCPeer.headers())
    #expect(refused["grpc-status"] == "8")
    #expect(refused["grpc-message"]?.contains("try again later") == true)
    // Another connection still gets its one call through.
    #expect(GRPCPeer(tasks: tasks, limit).call()["grpc-status"] == "0")
    for (stream, _) in open { peer.cancel(stream) }
    #expect(tasks.tasks.room.waitingBytes == 0)
    #expect(peer.call()["grpc-status"] == "0")
  }

  @Test("gives no reply that its client does not take by now where as much is held as may be")
  func unreadReplies() {
    let tasks = TaskMail()
    let limit: (inout Limits) -> Void = { $0.holdsInAll(30_000) }
    var peers: [GRPCPeer] = []
    var codes: [String?] = []
    for _ in 0..<5 {
      let peer = GRPCPeer(windowBytes: 0, tasks: tasks, limit)
      codes.append(peer.call(GRPCPeer.headers("Large"), body: GRPCPeer.framed([20]))["grpc-status"])
      peers.append(peer)
    }
    // Two fit; those after them are refused, though nothing waits on their connections.
    #expect(codes == [nil, nil, "8", "8", "8"])
    #expect(tasks.tasks.room.waitingBytes < 50_000)
    let reader = GRPCPeer(tasks: tasks, limit)
    let read = reader.call(GRPCPeer.headers("Large"), body: GRPCPeer.framed([20]))
    #expect(read["grpc-status"] == "0")
  }
}
