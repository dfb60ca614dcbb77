// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("A caller that waits no longer")
struct ClientCancellationTests {
  @Test(
    "R29: gives up by its own clock, connecting included", arguments: TransportProtocol.allCases)
  func deadline(transport: TransportProtocol) async throws {
    let silent = try SilentServer()
    let channel = silent.channel(over: transport)
    for timeout in [.zero, .milliseconds(-5), .milliseconds(20)] as [Duration] {
      let status = await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, Blob([]), options: CallOptions(timeout: timeout))
      }
      #expect(status?.code == .deadlineExceeded)
      #expect(status?.message.contains("/test.Service/Echo within \(timeout)") == true)
    }
    await channel.close()
    await silent.stop()
  }

  @Test(
    "R29: tells the server that a cancelled task no longer waits",
    arguments: TransportProtocol.allCases)
  func cancellation(transport: TransportProtocol) async throws {
    let silent = try SilentServer()
    let channel = silent.channel(over: transport)
    let task = Task {
      await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, Blob([7]), options: .patient)
      }
    }
    // The call has reached the server before its task is cancelled.
    await silent.received { $0.holdCall(over: transport) }
    task.cancel()
    #expect(await task.value == Status(.cancelled, "The caller's task was cancelled."))
    switch transport {
    case .delimited: await silent.received { $0.suffix(5) == [4, 0x08, 1, 0x38, 1] }
    // RST_STREAM of stream 1 with CANCEL.
    case .grpc: await silent.received { $0.suffix(13) == [0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 8] }
    }
    await channel.close()
    await silent.stop()
  }

  @Test(
    "R29: tells the server that a caller's time is over", arguments: TransportProtocol.allCases)
  func deadlineIsTold(transport: TransportProtocol) async throws {
    let silent = try SilentServer()
    let channel = silent.channel(over: transport)
    let first = Task {
      await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, Blob([7]), options: .patient)
      }
    }
    await silent.received { $0.holdCall(over: transport) }
    let status = await failure { () async throws(Status) in
      try await channel.call(
        EchoMethod.self, Blob([7]), options: CallOptions(timeout: .milliseconds(20)))
    }
    #expect(status?.code == .deadlineExceeded)
    switch transport {
    case .delimited: await silent.received { $0.suffix(5) == [4, 0x08, 2, 0x38, 1] }
    // RST_STREAM of stream 3 with CANCEL.
    case .grpc: await silent.received { $0.suffix(13) == [0, 0, 4, 3, 0, 0, 0, 0, 3, 0, 0, 0, 8] }
    }
    await channel.close()
    #expect(await first.value?.code == .cancelled)
    await silent.stop()
  }

  @Test(
    "R29: doesn't send a call whose task is cancelled already",
    arguments: TransportProtocol.allCases)
  func cancelledBefore(transport: TransportProtocol) async throws {
    let silent = try SilentServer()
    let channel = silent.channel(over: transport)
    await withTaskGroup(of: Status?.self) { tasks in
      tasks.cancelAll()
      tasks.addTask {
        await failure { () async throws(Status) in
          try await channel.call(EchoMethod.self, Blob([7]), options: .patient)
        }
      }
      for await status in tasks { #expect(status?.code == .cancelled) }
    }
    await channel.close()
    #expect(silent.bytes.isEmpty)
    await silent.stop()
  }
}

extension [UInt8] {
  /// Whether a call with the message 7 is at the end; HPACK hides its name, but its message shows.
  func holdCall(over transport: TransportProtocol) -> Bool {
    switch transport {
    case .delimited: count > 30
    case .grpc: suffix(6) == [0, 0, 0, 0, 1, 7]
    }
  }
}
