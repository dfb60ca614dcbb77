// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTransport
internal import Testing

@Suite("A client's channel")
struct ClientChannelTests {
  @Test("gets each of many calls its own response", arguments: TransportProtocol.allCases)
  func manyCalls(transport: TransportProtocol) async throws {
    try await withServer { server in
      let channel = try server.channel(over: transport)
      await withTaskGroup { tasks in
        for number in 0..<300 {
          tasks.addTask {
            let words = Array("call \(number)".utf8)
            let response = try? await channel.call(EchoMethod.self, Blob(words), options: .patient)
            #expect(response?.bytes == words)
          }
        }
      }
      #expect(server.openConnections == 1)
      await channel.close()
    }
  }

  @Test("carries empty and large messages", arguments: TransportProtocol.allCases)
  func sizes(transport: TransportProtocol) async throws {
    try await withServer { server in
      let channel = try server.channel(over: transport)
      for count in [0, 1, 16_384, 3 << 20] {
        let request = Blob((0..<count).map { UInt8(truncatingIfNeeded: $0) })
        let response = try await channel.call(EchoMethod.self, request, options: .patient)
        #expect(response == request)
      }
      await channel.close()
    }
  }

  @Test("speaks over a Unix socket", arguments: TransportProtocol.allCases)
  func unixSocket(transport: TransportProtocol) async throws {
    try await withServer(on: .temporaryUnixSocket) { server in
      let channel = try server.channel(over: transport)
      let response = try await channel.call(EchoMethod.self, Blob([1]), options: .patient)
      #expect(response.bytes == [1])
      await channel.close()
    }
  }

  @Test(
    "R6, R24: throws the server's status with its details", arguments: TransportProtocol.allCases)
  func status(transport: TransportProtocol) async throws {
    try await withServer { server in
      let channel = try server.channel(over: transport)
      let status = await failure { () async throws(Status) in
        try await channel.call(FailMethod.self, Blob([]), options: .patient)
      }
      #expect(status == FailMethod.status)
      let missing = await failure { () async throws(Status) in
        try await channel.call(MissingMethod.self, Blob([]), options: .patient)
      }
      #expect(missing?.code == .unimplemented)
      await channel.close()
    }
  }

  @Test("R11: carries metadata in order, and the deadline", arguments: TransportProtocol.allCases)
  func metadata(transport: TransportProtocol) async throws {
    try await withServer { server in
      let channel = try server.channel(over: transport)
      var options = CallOptions(timeout: nil)
      options.metadata.append("b", Array("x".utf8))
      options.metadata.append("a-bin", [0, 255, 44])
      options.metadata.append("b", Array("y,z".utf8))
      let response = try await channel.call(ContextMethod.self, Blob([]), options: options)
      let text = String(decoding: response.bytes, as: UTF8.self)
      #expect(text.contains("b=[120] a-bin=[0, 255, 44] b=[121, 44, 122]"))
      #expect(text.hasSuffix(" never"))
      let timed = try await channel.call(ContextMethod.self, Blob([]), options: .patient)
      #expect(String(decoding: timed.bytes, as: UTF8.self).contains("never") == false)
      await channel.close()
    }
  }

  @Test(
    "R17: refuses a request above the server's limit, and lives on",
    arguments: TransportProtocol.allCases)
  func requestTooLarge(transport: TransportProtocol) async throws {
    try await withServer { server in
      let channel = try server.channel(over: transport)
      let request = Blob([UInt8](repeating: 1, count: 5_000_000))
      let status = await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, request, options: .patient)
      }
      #expect(status?.code == .resourceExhausted)
      let response = try await channel.call(EchoMethod.self, Blob([1]), options: .patient)
      #expect(response.bytes == [1])
      await channel.close()
    }
  }

  @Test(
    "R17: refuses a response above its own limit, and lives on",
    arguments: TransportProtocol.allCases)
  func responseTooLarge(transport: TransportProtocol) async throws {
    try await withServer { server in
      let channel = try server.channel(over: transport) { $0.messageBytes = 10_000 }
      for (thousands, code) in [(10, nil), (11, .resourceExhausted), (200, .resourceExhausted)]
        as [(UInt8, Status.Code?)]
      {
        let status = await failure { () async throws(Status) in
          try await channel.call(LargeMethod.self, Blob([thousands]), options: .patient)
        }
        #expect(status?.code == code)
      }
      await channel.close()
    }
  }

  @Test("names the address where nobody listens", arguments: TransportProtocol.allCases)
  func refused(transport: TransportProtocol) async throws {
    // No system gives this port to who asks for any, so that nobody else listens there.
    let address = SocketAddress.tcp(host: "127.0.0.1", port: 1)
    let channel = try ClientChannel(to: address, over: transport, options: .forTests)
    let status = await failure { () async throws(Status) in
      try await channel.call(EchoMethod.self, Blob([]), options: .patient)
    }
    #expect(status == Status(.unavailable, "Cannot connect to \(address): connection refused."))
    await channel.close()
  }

  @Test("connects anew with the next call after a loss", arguments: TransportProtocol.allCases)
  func reconnects(transport: TransportProtocol) async throws {
    try await withServer { server in
      // The first connection is cut with the call on it, the second goes through.
      let proxy = try FlakyListener(cutting: 1, then: server.address)
      let channel = try server.channel(over: transport, to: proxy.address)
      let status = await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, Blob([1]), options: .patient)
      }
      #expect(status?.code == .unavailable)
      #expect(status?.message.contains("\(proxy.address)") == true)
      let response = try await channel.call(EchoMethod.self, Blob([2]), options: .patient)
      #expect(response.bytes == [2])
      await channel.close()
      await proxy.stop()
    }
  }

  @Test(
    "R32: goes on over a new connection when the server goes away",
    arguments: TransportProtocol.allCases)
  func goingAway(transport: TransportProtocol) async throws {
    try await withServer { server in
      let channel = try server.channel(over: transport) { $0.reconnecting = .quick }
      _ = try await channel.call(EchoMethod.self, Blob([1]), options: .patient)
      // The server stops, the client follows, and so the drain ends long before its grace.
      #expect(await server.drain() == 0)
      let status = await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, Blob([2]), options: .patient)
      }
      #expect(status?.code == .unavailable)
      try await server.restart()
      var options = CallOptions.patient
      options.waitsForReady = true
      let response = try await channel.call(EchoMethod.self, Blob([3]), options: options)
      #expect(response.bytes == [3])
      await channel.close()
    }
  }

  @Test(
    "ends its calls as cancelled when it is closed, and takes no more",
    arguments: TransportProtocol.allCases)
  func close(transport: TransportProtocol) async throws {
    let silent = try SilentServer()
    let channel = silent.channel(over: transport)
    let task = Task {
      await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, Blob([7]), options: CallOptions(timeout: nil))
      }
    }
    await silent.received { $0.holdCall(over: transport) }
    await channel.close()
    #expect(await task.value == Status(.cancelled, "The channel was closed."))
    let late = await failure { () async throws(Status) in
      try await channel.call(EchoMethod.self, Blob([7]), options: .patient)
    }
    #expect(late?.code == .unavailable)
    await channel.close()
    await silent.stop()
  }
}

/// The status that a call throws; nil where it succeeds.
func failure<Result>(_ call: () async throws(Status) -> Result) async -> Status? {
  do throws(Status) {
    _ = try await call()
    return nil
  } catch {
    return error
  }
}
