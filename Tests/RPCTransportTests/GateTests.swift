// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("A router's gate, and a server's doors")
struct GateTests {
  private static let refusal = Status(.unauthenticated, "Say the word.")

  /// A router that serves only who says the word.
  private static func guarded() -> Router {
    let stage = Stage()
    stage.release(1)
    var router = Router.forTests(on: stage)
    router.gate = { context throws(Status) in
      guard context.metadata.text("word") == "please" else { throw refusal }
      context.metadata.append("seen", Array("by the gate".utf8))
    }
    return router
  }

  @Test("refuses calls before their handlers see them", arguments: TransportProtocol.allCases)
  func gate(transport: TransportProtocol) async throws {
    try await withServer(router: { _ in Self.guarded() }) { server in
      let channel = try server.channel(over: transport)
      let status = await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, Blob([1]), options: .patient)
      }
      #expect(status == Self.refusal.with(FailMethod.status.details))
      let later = await failure { () async throws(Status) in
        try await channel.call(HeldMethod.self, Blob([1]), options: .patient)
      }
      #expect(later?.code == .unauthenticated)
      var polite = CallOptions.patient
      polite.metadata.append("word", Array("please".utf8))
      let echo = try await channel.call(HeldMethod.self, Blob([1]), options: polite)
      #expect(echo == Blob([1]))
      let context = try await channel.call(ContextMethod.self, Blob([]), options: polite)
      let seen = "seen=\(Array("by the gate".utf8))"
      #expect(String(decoding: context.bytes, as: UTF8.self).contains(seen))
      await channel.close()
    }
  }

  @Test("refuses a call of gRPC before its request is complete")
  func early() {
    let peer = GRPCPeer(router: Self.guarded())
    let (_, reply) = peer.begin(body: [0, 0])
    peer.exchange()
    #expect(reply["grpc-status"] == "16")
    #expect(peer.server.callsInFlight == 0)
  }

  @Test("leads to the methods of its door", arguments: TransportProtocol.allCases)
  func doors(transport: TransportProtocol) async throws {
    let back = Door("back")
    try await withServer(router: { $0 == back ? .forTests() : Router() }) { server in
      let front = try server.channel(over: transport)
      let status = await failure { () async throws(Status) in
        try await front.call(EchoMethod.self, Blob([1]), options: .patient)
      }
      #expect(status?.code == .unimplemented)
      let behind = try server.channel(over: transport, to: server.listen(at: back))
      let echo = try await behind.call(EchoMethod.self, Blob([1]), options: .patient)
      #expect(echo == Blob([1]))
      await front.close()
      await behind.close()
    }
  }
}

extension Status {
  fileprivate func with(_ details: [Detail]) -> Status { Status(code, message, details: details) }
}
