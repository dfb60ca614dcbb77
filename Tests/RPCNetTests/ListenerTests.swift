// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import RPCNet
internal import Testing

@Suite("A listener")
struct ListenerTests {
  @Test("deals each connection to the loop with the fewest")
  func dealing() async throws {
    try await withLoops(3) { group in
      let listener = try Listener(
        on: .tcp(host: "127.0.0.1", port: 0), backlog: 64, group: group, accepted: Echo.serve)
      var peers: [TestPeer] = []
      for _ in 0..<9 { peers.append(try await open(listener, group)) }
      #expect(group.handles.map(\.openConnections) == [3, 3, 3])
      // Three leave: whichever loops they were on, the next three fill the gaps.
      for peer in peers[0..<3] {
        peer.with { $0.finishWriting() }
        #expect(await peer.bytes(.max).isEmpty)
        peer.with { $0.close() }
      }
      for _ in 0..<3 { peers.append(try await open(listener, group)) }
      #expect(group.handles.map(\.openConnections).reduce(0, +) >= 9)
      for _ in 0..<3 { peers.append(try await open(listener, group)) }
      let counts = group.handles.map(\.openConnections)
      #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
    }
  }

  @Test("names the address that is in use")
  func inUse() async throws {
    try await withLoops(1) { group in
      let listener = try Listener(
        on: .tcp(host: "127.0.0.1", port: 0), backlog: 1, group: group, accepted: Echo.serve)
      let error = #expect(throws: NetError.self) {
        try Listener(on: listener.boundAddress, backlog: 1, group: group, accepted: Echo.serve)
      }
      #expect(
        error?.description
          == "Cannot listen on \(listener.boundAddress): the address is in use by another program.")
    }
  }

  @Test("says that an address isn't this machine's")
  func notOurs() async throws {
    try await withLoops(1) { group in
      let error = #expect(throws: NetError.self) {
        try Listener(
          on: .tcp(host: "192.0.2.1", port: 0), backlog: 1, group: group, accepted: Echo.serve)
      }
      #expect(error?.description.hasPrefix("Cannot listen on 192.0.2.1:0: ") == true)
    }
  }

  @Test("listens on every interface when the host is empty")
  func everyInterface() async throws {
    try await withLoops(1) { group in
      let listener = try Listener(
        on: .tcp(host: "", port: 0), backlog: 1, group: group, accepted: Echo.serve)
      guard case .tcp(_, let port) = listener.boundAddress else { return }
      let peer = TestPeer.connected(to: .tcp(host: "127.0.0.1", port: port), on: group.handles[0])
      peer.write([1])
      #expect(await peer.bytes(1) == [1])
    }
  }

  @Test("serves a Unix socket that only its owner may use, and removes it")
  func unixSocket() async throws {
    let path = temporaryPath()
    try await withLoops(2) { group in
      let listener = try Listener(
        on: .unix(path: path), backlog: 1, group: group, accepted: Echo.serve)
      #expect(mode(of: path) == 0o600)
      let peer = TestPeer.connected(to: listener.boundAddress, on: group.handles[1])
      peer.write([9, 9])
      #expect(await peer.bytes(2) == [9, 9])
      let error = #expect(throws: NetError.self) {
        try Listener(on: .unix(path: path), backlog: 1, group: group, accepted: Echo.serve)
      }
      #expect(error?.cause == .addressInUse)
      await listener.close()
      #expect(mode(of: path) == nil)
    }
  }

  @Test("takes the place of a socket that a dead program has left")
  func staleSocket() async throws {
    let path = temporaryPath()
    try await withLoops(1) { group in
      // Moved away, its file outlives its listener.
      let dead = try Listener(
        on: .unix(path: path + "-dead"), backlog: 1, group: group, accepted: Echo.serve)
      try FileManager.default.moveItem(atPath: path + "-dead", toPath: path)
      await dead.close()
      #expect(mode(of: path) == 0o600)
      let listener = try Listener(
        on: .unix(path: path), backlog: 1, group: group, accepted: Echo.serve)
      let peer = TestPeer.connected(to: listener.boundAddress, on: group.handles[0])
      peer.write([1])
      #expect(await peer.bytes(1) == [1])
    }
    #expect(mode(of: path) == nil)
  }

  @Test("says that the folder of a Unix socket is missing")
  func missingFolder() async throws {
    try await withLoops(1) { group in
      let error = #expect(throws: NetError.self) {
        try Listener(
          on: .unix(path: temporaryPath() + "/a"), backlog: 1, group: group, accepted: Echo.serve)
      }
      #expect(error?.description.contains("the folder is missing") == true)
    }
  }

  @Test("leaves a file that is no socket alone")
  func otherFile() async throws {
    let path = temporaryPath()
    let isCreated = FileManager.default.createFile(
      atPath: path, contents: nil, attributes: [.posixPermissions: 0o644])
    #expect(isCreated)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await withLoops(1) { group in
      let error = #expect(throws: NetError.self) {
        try Listener(on: .unix(path: path), backlog: 1, group: group, accepted: Echo.serve)
      }
      #expect(error?.description.contains("a file that is not a socket") == true)
    }
    #expect(mode(of: path) == 0o644)
  }

  private func open(_ listener: Listener, _ group: EventLoopGroup) async throws -> TestPeer {
    let peer = TestPeer.connected(to: listener.boundAddress, on: group.handles[0])
    peer.write([1])
    #expect(await peer.bytes(1) == [1])
    return peer
  }

  private func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path()
  }

  private func mode(of path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.posixPermissions] as? Int
  }
}
