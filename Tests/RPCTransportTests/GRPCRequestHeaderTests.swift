// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2
internal import RPCTransport
internal import Testing

@Suite("The headers of a gRPC call on a server")
struct GRPCRequestHeaderTests {
  private static func headers(_ changes: (inout [(String, String)]) -> Void) -> [(String, String)] {
    var headers = GRPCPeer.headers()
    changes(&headers)
    return headers
  }

  /// A path of more parts than two.
  private enum NestedMethod: RPCMethod {
    typealias Request = Blob
    typealias Response = Blob
    static let path = MethodPath(service: "test/nested.Service", method: "Echo")
  }

  @Test(
    "R1: name a method by all of their path, in its own case",
    arguments: [
      ("/test/nested.Service/Echo", "0"), ("/nested.Service/Echo", "12"),
      ("/test/nested.Service", "12"), ("/test/Nested.Service/Echo", "12"),
      ("/test/nested.Service/Echo?a=b", "12"), ("/test%2Fnested.Service/Echo", "12"),
    ])
  func path(path: String, status: String) {
    var router = Router()
    router.on(NestedMethod.self) { request, _ throws(Status) in request }
    let reply = GRPCPeer(router: router).call(Self.headers { $0[2].1 = path })
    #expect(reply["grpc-status"] == status)
  }

  @Test(
    "R5: are not shown to the gate where the path has no slash at its beginning",
    arguments: ["test.Service/Echo", "xtest.Service/Echo", "*", "http://a/test.Service/Echo"])
  func noSlash(path: String) {
    final class Asked { var count = 0 }
    let asked = Asked()
    var router = Router.forTests()
    router.gate = { _ in asked.count += 1 }
    let peer = GRPCPeer(router: router)
    let reply = peer.call(Self.headers { $0[2].1 = path })
    #expect(reply["grpc-status"] == "12" && reply.body.isEmpty)
    #expect(asked.count == 0)
    _ = peer.call()
    #expect(asked.count == 1)
  }

  /// A request with two faults, and which of them the answer is about.
  struct TwoFaults: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let headers: [(String, String)]
    let status: String
    let grpcStatus: String?

    init(
      _ name: String, _ status: String, _ grpcStatus: String? = nil,
      _ change: (inout [(String, String)]) -> Void
    ) {
      testDescription = name
      headers = GRPCRequestHeaderTests.headers(change)
      self.status = status
      self.grpcStatus = grpcStatus
    }
  }

  @Test(
    "R7: are refused for what is looked at first",
    arguments: [
      TwoFaults("two authorities before the content-type", "400") {
        $0[4].1 = "text/plain"
        $0.insert(contentsOf: [(":authority", "a"), (":authority", "b")], at: 3)
      },
      TwoFaults("a bad timeout before another method than POST", "400", "13") {
        $0[0].1 = "GET"
        $0.append(("grpc-timeout", "1x"))
      },
      TwoFaults("bad base64 before another method than POST", "400", "13") {
        $0[0].1 = "GET"
        $0.append(("x-bin", "!"))
      },
      TwoFaults("another method than POST before a time that is over", "405") {
        $0[0].1 = "GET"
        $0.append(("grpc-timeout", "0n"))
      },
      TwoFaults("another method than POST before an unknown path", "405") {
        $0[0].1 = "GET"
        $0[2].1 = "/test.Service/Missing"
      },
      TwoFaults("a bad timeout before an unknown path", "400", "13") {
        $0[2].1 = "/test.Service/Missing"
        $0.append(("grpc-timeout", "S"))
      },
      TwoFaults("a time that is over before the request's message", "200", "4") {
        $0.append(("grpc-timeout", "0n"))
      },
    ])
  func order(faults: TwoFaults) {
    let reply = GRPCPeer().call(faults.headers, body: [9, 9])
    #expect(reply[":status"] == faults.status)
    #expect(reply["grpc-status"] == faults.grpcStatus)
  }

  @Test("R7: are refused by a reset before anything else is looked at that they lack")
  func connectionHeader() {
    let reply = GRPCPeer().call(
      Self.headers {
        $0[4].1 = "text/plain"
        $0.append(("connection", "close"))
      })
    #expect(reply.code == .protocolError && reply.blocks.isEmpty)
  }

  @Test(
    "R10: carry binary values padded or not, each by itself or joined by commas",
    arguments: [
      (["AQ"], [[1]]), (["AQ=="], [[1]]), (["AQI=", "AQID"], [[1, 2], [1, 2, 3]]),
      (["AQ==,AQI,AQID"], [[1], [1, 2], [1, 2, 3]]),
      (["AQ, AQI= ,\tAQID"], [[1], [1, 2], [1, 2, 3]]),
      ([""], [[]]), (["AQ,,AQ"], [[1], [], [1]]), (["+/8="], [[0xFB, 0xFF]]),
    ] as [([String], [[UInt8]])])
  func binary(values: [String], decoded: [[UInt8]]) throws {
    let reply = GRPCPeer().call(
      GRPCPeer.headers("Context") + values.map { ("x-bin", $0) })
    let text = decoded.map { "x-bin=\($0)" }.joined(separator: " ") + " never"
    #expect(String(decoding: try #require(reply.message), as: UTF8.self) == text)
  }

  /// A peer whose Echo sends this beside its reply; it fails where the request is empty.
  private func peer(sending metadata: [(String, [UInt8])]) -> GRPCPeer {
    var router = Router()
    router.on(EchoMethod.self) { request, context throws(Status) in
      for (name, value) in metadata {
        context.initialMetadata.append(name, value)
        context.trailingMetadata.append(name, value)
      }
      if request.bytes.isEmpty { throw FailMethod.status }
      return request
    }
    return GRPCPeer(router: router)
  }

  @Test("R10, R11: bring a handler's metadata in order, binary values without padding")
  func sent() {
    let peer = peer(sending: [
      ("b", [0x78]), ("a-bin", [1]), ("b", Array("y,z".utf8)), ("a-bin", [0xFB, 0xFF]),
    ])
    let lines = ["b: x", "a-bin: AQ", "b: y,z", "a-bin: +/8"]
    let reply = peer.call()
    #expect(reply.lines.map { $0.suffix(4) } == [lines[...], lines[...]])
    #expect(reply.lines.map(\.count) == [6, 5])
    let failed = peer.call(body: GRPCPeer.framed([]))
    #expect(failed.lines.map { $0.suffix(8) } == [(lines + lines)[...]])
  }

  @Test("R9: bring nothing of a handler's under a name of the protocol's, nor a line break")
  func reserved() {
    let names = [
      "grpc-status", "grpc-message", "grpc-x", ":status", "content-type", "te", "connection",
      "Upper", "sp ace", "",
    ]
    let bad = names.map { ($0, Array("3".utf8)) } + [("x", Array("a\r\nb: c".utf8)), ("x", [0])]
    let reply = peer(sending: bad + [("y", Array("é\tb".utf8))]).call()
    #expect(
      reply.lines == [
        [":status: 200", "content-type: application/grpc", "y: é\tb"],
        ["grpc-status: 0", "y: é\tb"],
      ])
    #expect(reply.message == [7])
  }

  @Test("R9: bring a caller's names to the handler, those too that gRPC may use later")
  func custom() throws {
    let reply = GRPCPeer().call(
      GRPCPeer.headers("Context") + [
        ("a-z_0.9", "1"), ("grpc-previous-rpc-attempts", "2"), ("grpc-trace-bin", "AQ"),
      ])
    #expect(
      String(decoding: try #require(reply.message), as: UTF8.self)
        == "a-z_0.9=[49] grpc-previous-rpc-attempts=[50] grpc-trace-bin=[1] never")
  }

  @Test("R12: are taken up to 8 KiB, with 32 bytes more for each, and refused above by 431")
  func listLimit() {
    #expect(Limits().headerListBytes == 8_192)
    let size = GRPCPeer.headers().reduce(0) { $0 + $1.0.utf8.count + $1.1.utf8.count + 32 }
    for (excess, status) in [(0, "200"), (1, "431")] {
      let value = String(repeating: "y", count: 8_192 - size - 33 + excess)
      let reply = GRPCPeer().call(GRPCPeer.headers() + [("x", value)])
      #expect(reply[":status"] == status)
    }
  }
}
