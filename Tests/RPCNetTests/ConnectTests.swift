// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import RPCNet
internal import Testing

@Suite("Connecting")
struct ConnectTests {
  @Test("fails by name and cause where nobody listens")
  func refused() async throws {
    try await withLoops(1) { group in
      // No system gives this port to who asks for any, so that nobody else listens there.
      let address = SocketAddress.tcp(host: "127.0.0.1", port: 1)
      let error = await TestPeer.connected(to: address, on: group.handles[0]).closed()
      #expect(error?.description == "Cannot connect to \(address): connection refused.")
      #expect(error?.cause == .refused)
    }
  }

  @Test("fails by name where there is no such host")
  func noSuchHost() async throws {
    try await withLoops(1) { group in
      let address = SocketAddress.tcp(host: "no-such-host.invalid", port: 80)
      let error = await TestPeer.connected(to: address, on: group.handles[0]).closed()
      #expect(error?.description.hasPrefix("Cannot connect to no-such-host.invalid:80: ") == true)
      // A machine without a name server can't tell that there is none.
      let causes: [NetError.Cause?] = [.noSuchHost, .other("temporary failure")]
      #expect(causes.contains(error?.cause))
    }
  }

  @Test("fails where a Unix socket has no file")
  func noFile() async throws {
    try await withLoops(1) { group in
      let address = SocketAddress.unix(path: "/nowhere/quoted.sock")
      let error = await TestPeer.connected(to: address, on: group.handles[0]).closed()
      #expect(error?.description == "Cannot connect to \(address): there is no such socket.")
      #expect(error?.cause == .noSuchSocket)
    }
  }

  @Test("gives up when the time is up")
  func timeout() async throws {
    try await withLoops(2) { group in
      // A listener that takes no connections: its loop waits for us, and its queue holds few.
      let release = DispatchSemaphore(value: 0)
      group.handles[0].execute { _ in release.wait() }
      defer { release.signal() }
      let listener = try Listener(
        on: .tcp(host: "127.0.0.1", port: 0), backlog: 1, group: group, accepted: Echo.serve)
      var peers: [TestPeer] = []
      for _ in 0..<8 {
        peers.append(
          .connected(
            to: listener.boundAddress, on: group.handles[1], timeoutNanoseconds: 50_000_000))
      }
      #expect(
        await peers[7].closed()?.description
          == "Cannot connect to \(listener.boundAddress): no answer in time.")
    }
  }

  @Test("tries each address of a name", arguments: ["localhost", ""])
  func byName(host: String) async throws {
    try await withLoops(1) { group in
      let listener = try Listener(
        on: .tcp(host: "127.0.0.1", port: 0), backlog: 1, group: group, accepted: Echo.serve)
      guard case .tcp(_, let port) = listener.boundAddress else { return }
      let peer = TestPeer.connected(to: .tcp(host: host, port: port), on: group.handles[0])
      peer.write([42])
      #expect(await peer.bytes(1) == [42])
    }
  }
}
