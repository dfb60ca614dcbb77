// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP1
internal import RPCNet
internal import RPCTransport
internal import Testing

@Suite("A server of HTTP/1.1")
struct HTTP1ServerTests {
  /// A service that answers with what it was asked.
  private static var echo: HTTP1Service {
    HTTP1Service { head, body in
      HTTP1Response(
        .ok, text: "\(head.method) \(head.path) \(String(decoding: body, as: UTF8.self))|")
    }
  }

  /// Sends bytes to a server of a service and gives all that comes back until it closes.
  private func exchange(
    _ text: String, with service: HTTP1Service = HTTP1ServerTests.echo, endingInput: Bool = false
  ) async throws -> String {
    let group = try EventLoopGroup(count: 1)
    let server = HTTP1Server(service, group: group)
    let listener = try server.listen(on: .loopback, backlog: 8)
    let answer = await withCheckedContinuation { (done: CheckedContinuation<[UInt8], Never>) in
      group.handles[0].execute { loop in
        loop.connect(to: listener.boundAddress, timeoutNanoseconds: 10_000_000_000) { result in
          guard case .success(let socket) = result else { return done.resume(returning: []) }
          OneShotClient.start(socket, sending: text, endingInput: endingInput, done)
        }
      }
    }
    await group.stop()
    return String(decoding: answer, as: UTF8.self)
  }

  private static func get(_ path: String, _ fields: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nhost: x\r\n\(fields)\r\n"
  }

  private static let close = "connection: close\r\n"

  @Test("answers requests that were sent at once in their order, and closes when asked to")
  func pipelined() async throws {
    let body = "POST /b HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nhi"
    let answer = try await exchange(Self.get("/a") + body + Self.get("/c", Self.close))
    let bodies = answer.split(separator: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "|" } }
    #expect(bodies == ["GET /a ", "POST /b hi", "GET /c "])
    #expect(answer.ranges(of: "HTTP/1.1 200 OK\r\n").count == 3)
    #expect(answer.ranges(of: "connection: close").count == 1)
  }

  @Test("answers what a client sent before it ended its side")
  func halfClosed() async throws {
    let answer = try await exchange(Self.get("/a") + Self.get("/b"), endingInput: true)
    #expect(answer.contains("GET /a |") && answer.contains("GET /b |"))
  }

  @Test("gives a client of HTTP/1.0 one answer")
  func version10() async throws {
    let answer = try await exchange("GET /a HTTP/1.0\r\n\r\n")
    #expect(answer.hasSuffix("GET /a |") && answer.contains("connection: close\r\n"))
  }

  @Test("answers HEAD without a body")
  func head() async throws {
    let answer = try await exchange("HEAD /a HTTP/1.1\r\nhost: x\r\n\(Self.close)\r\n")
    #expect(answer.contains("content-length: 9\r\n") && answer.hasSuffix("\r\n\r\n"))
  }

  @Test("lets a client go on that waits for 100 (Continue)")
  func expectsContinue() async throws {
    let fields = "expect: 100-continue\r\ncontent-length: 2\r\n" + Self.close
    let answer = try await exchange("POST / HTTP/1.1\r\nhost: x\r\n\(fields)\r\nhi")
    #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
  }

  @Test(
    "tells what is wrong, and closes",
    arguments: [
      ("nonsense\r\n\r\n", 501), ("GET / HTTP/1.1\r\n\r\n", 400),
      ("GET /\(String(repeating: "a", count: 5_000)) HTTP/1.1\r\nhost: x\r\n\r\n", 414),
      ("GET / HTTP/1.1\r\nhost: x\r\na: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431),
      ("PUT / HTTP/1.1\r\nhost: x\r\ncontent-length: 70000\r\n\r\n", 413),
      ("GET / HTTP/3.0\r\nhost: x\r\n\r\n", 505),
    ])
  func faults(text: String, status: Int) async throws {
    let answer = try await exchange(text + Self.get("/after"))
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    #expect(answer.contains("connection: close\r\n") && !answer.contains("after"))
  }

  @Test(
    "closes when the client is silent: with 408 within a request, and else without a word",
    arguments: [("GET / HT", "HTTP/1.1 408 "), ("", "")])
  func silent(text: String, prefix: String) async throws {
    var service = Self.echo
    service.transferMilliseconds = 20
    service.idleMilliseconds = 20
    let answer = try await exchange(text, with: service)
    #expect(answer.hasPrefix(prefix) && answer.isEmpty == prefix.isEmpty)
    let after = try await exchange(Self.get("/a"), with: service)
    #expect(after.hasSuffix("GET /a |"), "It closes an idle connection behind an answer.")
  }

  @Test("closes connections beyond its limit")
  func tooMany() async throws {
    var service = Self.echo
    service.connections = 0
    #expect(try await exchange(Self.get("/a"), with: service) == "")
  }
}

/// Sends bytes once and collects what comes back until the other side closes.
private final class OneShotClient: SocketHandler {
  private var answer: [UInt8] = []
  private var done: CheckedContinuation<[UInt8], Never>?

  private init(_ done: CheckedContinuation<[UInt8], Never>) { self.done = done }

  static func start(
    _ socket: Socket, sending text: String, endingInput: Bool,
    _ done: CheckedContinuation<[UInt8], Never>
  ) {
    var bytes = Array(text.utf8)
    socket.handler = OneShotClient(done)
    socket.resumeReading()
    socket.write(&bytes)
    if endingInput { socket.finishWriting() }
  }

  func socket(_ socket: Socket, didRead bytes: Span<UInt8>) { answer.append(copying: bytes) }
  func socketDidDrain(_ socket: Socket) {}
  func socketDidEndInput(_ socket: Socket) { socket.close() }
  func socketDidClose(_ socket: Socket, _ error: NetError?) {
    done?.resume(returning: answer)
    done = nil
  }
}
