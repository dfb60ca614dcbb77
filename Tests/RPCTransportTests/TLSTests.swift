// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTLS
internal import RPCTransport
internal import Testing

@Suite("TLS between a channel and a server")
struct TLSTests {
  private let identity: TLSIdentity
  private let stage = Stage()

  init() throws { identity = try SelfSignedCertificate.make(for: ["127.0.0.1"], days: 1) }

  @Test(
    "carries calls beside each other, large messages too", arguments: TransportProtocol.allCases)
  func calls(transport: TransportProtocol) async throws {
    try await withTLSServer { server, address, _ in
      let channel = try server.channel(
        over: transport, to: address, trusting(identity, over: transport))
      await withTaskGroup { tasks in
        for number in 0..<100 {
          tasks.addTask {
            let count = number == 50 ? 3 << 20 : number
            let words = [UInt8](repeating: UInt8(number), count: count)
            let response = try? await channel.call(EchoMethod.self, Blob(words), options: .patient)
            #expect(response?.bytes == words)
          }
        }
      }
      #expect(server.count(.tlsConnection) == 1)
      await channel.close()
    }
  }

  @Test(
    "carries a stream at its reader's pace", arguments: TransportProtocol.allCases)
  func stream(transport: TransportProtocol) async throws {
    try await withTLSServer { server, address, _ in
      let channel = try server.channel(
        over: transport, to: address, trusting(identity, over: transport))
      var count = 0
      let replies = channel.stream(CountMethod.self, Blob([180]), options: .patient)
      for try await _ in replies { count += 1 }
      #expect(count == 180)
      await channel.close()
    }
  }

  @Test("carries streams of requests, and both ways at a time")
  func requests() async throws {
    try await withTLSServer { server, address, _ in
      let channel = try server.channel(over: .grpc, to: address, trusting(identity, over: .grpc))
      let requests = AsyncStream<Blob> { continuation in
        for size in [27_182, 8, 1_828, 45_904] {
          continuation.yield(Blob([UInt8](repeating: 1, count: size)))
        }
        continuation.finish()
      }
      let sum = try await channel.call(SumMethod.self, requests: requests, options: .patient)
      #expect(sum == Blob(Array("74922".utf8)))
      let call = channel.open(MirrorMethod.self, options: .patient)
      var replies = call.replies.makeAsyncIterator()
      for size in [1, 200_000, 30] {
        let request = Blob([UInt8](repeating: 7, count: size))
        try await call.requests.send(request)
        #expect(try await replies.next() == request)
      }
      call.requests.finish()
      #expect(try await replies.next() == nil)
      await channel.close()
    }
  }

  @Test("is what an address asks for that requires it", arguments: TransportProtocol.allCases)
  func required(transport: TransportProtocol) async throws {
    try await withTLSServer { server, address, _ in
      let plain = try server.channel(over: transport, to: address) {
        $0.reconnecting = .endless
      }
      let status = await failure { () async throws(Status) in
        try await plain.call(EchoMethod.self, Blob([1]), options: .patient)
      }
      #expect(status?.code == .unavailable)
      #expect(server.count(.protocolNotPermitted) == 1)
      await plain.close()
    }
  }

  @Test("is spoken beside plaintext where an address takes both")
  func both() async throws {
    try await withTLSServer { server, _, _ in
      let plain = try server.channel(over: .grpc)
      let secure = try server.channel(over: .grpc, trusting(identity, over: .grpc))
      for channel in [plain, secure] {
        let response = try await channel.call(EchoMethod.self, Blob([1]), options: .patient)
        #expect(response.bytes == [1])
        await channel.close()
      }
      #expect(server.count(.tlsConnection) == 1)
    }
  }

  @Test(
    "fails a call with the cause where the server is not who it should be",
    arguments: TransportProtocol.allCases)
  func notTrusted(transport: TransportProtocol) async throws {
    try await withTLSServer { server, address, _ in
      let stranger = try SelfSignedCertificate.make(for: ["127.0.0.1"], days: 1)
      let channel = try server.channel(
        over: transport, to: address, trusting(stranger, over: transport))
      let status = await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, Blob([1]), options: .patient)
      }
      #expect(status?.code == .unavailable)
      #expect(status?.message.contains("not trusted: self-signed certificate") == true)
      #expect(status?.message.contains("\(address)") == true)
      await channel.close()
    }
  }

  @Test("fails a call with the cause where the server speaks no TLS")
  func plainServer() async throws {
    try await withServer { server in
      let channel = try server.channel(over: .grpc) {
        trusting(identity, over: .grpc)(&$0)
        $0.reconnecting = .endless
      }
      let status = await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, Blob([1]), options: .patient)
      }
      #expect(status?.code == .unavailable)
      #expect(server.count(.tlsRefused) == 1)
      await channel.close()
    }
  }

  @Test("uses a new certificate for new connections, and keeps those that are open")
  func replaced() async throws {
    try await withTLSServer { server, address, tls in
      let old = try server.channel(over: .grpc, to: address, trusting(identity, over: .grpc))
      _ = try await old.call(EchoMethod.self, Blob([1]), options: .patient)
      let newer = try SelfSignedCertificate.make(for: ["127.0.0.1"], days: 1)
      tls.replace(by: try context(newer))
      _ = try await old.call(EchoMethod.self, Blob([1]), options: .patient)
      let new = try server.channel(over: .grpc, to: address, trusting(newer, over: .grpc))
      _ = try await new.call(EchoMethod.self, Blob([1]), options: .patient)
      #expect(server.count(.tlsConnection) == 2)
      await old.close()
      await new.close()
    }
  }

  @Test("R39: lets a client speak no HTTP/2 that the server has not agreed on by name")
  func needsALPN() async throws {
    try await withTLSServer { server, address, _ in
      let context = try TLSContext(
        client: nil, servers: .authorities(identity.certificates), protocols: [])
      let channel = try server.channel(over: .grpc, to: address) {
        $0.tls = ClientTLS(context: context, host: "127.0.0.1")
      }
      let status = await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, Blob([1]), options: .patient)
      }
      #expect(status?.code == .unavailable)
      #expect(status?.message.contains("(ALPN)") == true)
      await channel.close()
    }
  }
}

extension TLSTests {
  private func context(_ identity: TLSIdentity) throws -> TLSContext {
    try TLSContext(server: identity, clients: nil, protocols: ApplicationProtocol.served)
  }

  /// Runs a test with a server that takes TLS beside plaintext at its own address, and TLS only at
  /// another.
  private func withTLSServer(
    _ body: (TestServer, SocketAddress, ServerTLS) async throws -> Void
  ) async throws {
    let tls = ServerTLS(try context(identity))
    let server = try TestServer(on: .loopback, router: { _ in .withRequests(on: stage) }, tls: tls)
    do {
      try await body(server, try server.listen(at: .test, requiresTLS: true), tls)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private func trusting(
    _ identity: TLSIdentity, over transport: TransportProtocol
  ) -> (inout ClientOptions) -> Void {
    { options in
      let context = try? TLSContext(
        client: nil, servers: .authorities(identity.certificates),
        protocols: [
          transport == .grpc ? ApplicationProtocol.http2 : ApplicationProtocol.delimited
        ])
      options.tls = context.map { ClientTLS(context: $0, host: "127.0.0.1") }
    }
  }
}
