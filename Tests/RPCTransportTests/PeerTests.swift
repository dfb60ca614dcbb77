// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTransport
internal import Testing

@Suite("A peer")
struct PeerTests {
  @Test(
    "is read from what a socket tells",
    arguments: [
      ("127.0.0.1:4242", "127.0.0.1", true, false), ("127.9.8.7:1", "127.9.8.7", true, false),
      ("[::1]:4242", "::1", true, false), ("192.0.2.1:80", "192.0.2.1", false, false),
      ("[2001:db8::1]:80", "2001:db8::1", false, false),
      ("[::ffff:127.0.0.1]:80", "127.0.0.1", true, false),
      ("[::ffff:192.0.2.1]:80", "192.0.2.1", false, false), ("unix", "unix", true, true),
      ("unknown", "unknown", false, false),
    ])
  func reading(text: String, address: String, isLoopback: Bool, isUnixSocket: Bool) {
    let peer = Peer(address: text)
    #expect(peer.address == address)
    #expect(peer.isLoopback == isLoopback)
    #expect(peer.isUnixSocket == isUnixSocket)
  }

  @Test("is known to handlers", arguments: TransportProtocol.allCases, [true, false])
  func inHandlers(transport: TransportProtocol, isUnixSocket: Bool) async throws {
    let address = isUnixSocket ? SocketAddress.temporaryUnixSocket : .loopback
    try await withServer(on: address, router: { _ in .tellingThePeer }) { server in
      let channel = try server.channel(over: transport)
      // The second call finds the same, in the memory of the first.
      for _ in 0..<2 {
        let response = try await channel.call(EchoMethod.self, Blob([]), options: .patient)
        let expected = isUnixSocket ? "unix true true" : "127.0.0.1 true false"
        #expect(String(decoding: response.bytes, as: UTF8.self) == expected)
      }
      await channel.close()
    }
  }
}

extension Router {
  fileprivate static var tellingThePeer: Router {
    var router = Router()
    router.on(EchoMethod.self) { _, context throws(Status) in
      let peer = context.peer
      return Blob(Array("\(peer.address) \(peer.isLoopback) \(peer.isUnixSocket)".utf8))
    }
    return router
  }
}
