// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTransport
internal import Synchronization
internal import Testing

@Suite("A call that goes wrong")
struct RetryTests {
  private let request = Blob([7])
  private let ending = Frame.message([7])

  private static let repeatable: CallOptions = {
    var options = CallOptions.patient
    options.isRepeatable = true
    return options
  }()

  /// What a call ends with at a server that answers each try so, how many tries were answered, and
  /// how many connections were made.
  private func outcome(
    _ answers: [[UInt8]], _ options: CallOptions, pace: Backoff.Pace = .quick
  ) async throws -> (response: Blob?, status: Status?, connections: Int) {
    let server = try ScriptedServer(after: ending, answers: answers.map { .init(bytes: $0) })
    let channel = server.channel(over: .grpc) { $0.retries.pace = pace }
    var response: Blob?
    let status = await failure { () async throws(Status) in
      response = try await channel.call(EchoMethod.self, request, options: options)
    }
    let connections = server.connections
    await channel.close()
    await server.stop()
    return (response, status, connections)
  }

  @Test("R27: is sent again, once, where the server refuses its stream (REFUSED_STREAM)")
  func refusedStream() async throws {
    let refusals = [Frame.reset(7, stream: 1), Frame.reset(7, stream: 3)]
    let once = try await outcome([refusals[0], Frame.response(9, stream: 3)], .patient)
    #expect(once.response == Blob([9]) && once.connections == 1)
    let twice = try await outcome(refusals + [Frame.response(9, stream: 5)], .patient)
    #expect(twice.status?.code == .unavailable)
    #expect(twice.status?.message.contains("has not looked at the call") == true)
  }

  @Test("R37: is sent again over a new connection where GOAWAY names an earlier stream")
  func goneAway() async throws {
    let farewell = Frame.goAway(last: 0, code: 0, reason: "max_age")
    let once = try await outcome([farewell, Frame.response(9, stream: 1)], .patient)
    #expect(once.response == Blob([9]) && once.connections == 2)
    let twice = try await outcome([farewell, farewell], .patient)
    #expect(twice.status?.code == .unavailable)
    #expect(twice.status?.message.contains("goes away, since: max_age") == true)
  }

  @Test("R37: is sent again where it never left, a stream of requests too")
  func neverLeft() async throws {
    let begun = GRPCClientRulesTests.opened + Frame.data(Frame.message([1]), ends: false)
    let server = try ScriptedServer(
      after: ending,
      answers: [
        .init(bytes: Frame.oneStream + begun), .init(bytes: Frame.goAway(last: 1, code: 0)),
        .init(bytes: Frame.response(9, stream: 1)),
      ])
    let channel = server.channel(over: .grpc)
    let first = channel.open(MirrorMethod.self, options: .patient)
    var replies = first.replies.makeAsyncIterator()
    try await first.requests.send(request)
    // The server takes no second stream from here on.
    #expect(try await replies.next() == Blob([1]))
    let second = channel.open(MirrorMethod.self, options: .patient)
    try await second.requests.send(request)
    try await first.requests.send(request)
    var others = second.replies.makeAsyncIterator()
    #expect(try await others.next() == Blob([9]))
    #expect(server.connections == 2)
    await channel.close()
    await server.stop()
  }

  @Test(
    "R37: is tried five times at most where the server can't take it, and says how often before",
    arguments: TransportProtocol.allCases, 0...6)
  func unavailable(transport: TransportProtocol, failures: Int) async throws {
    let flaky = Flaky(failures)
    try await withServer(router: flaky.router) { server in
      let channel = try server.channel(over: transport) { $0.retries.pace = .quick }
      var response: Blob?
      let status = await failure { () async throws(Status) in
        response = try await channel.call(
          EchoMethod.self, request, options: Self.repeatable)
      }
      #expect(status?.code == (failures < 5 ? nil : .unavailable))
      #expect(flaky.calls == min(failures + 1, 5))
      if transport == .grpc, let response {
        let before = failures == 0 ? "" : "\(failures)"
        #expect(String(decoding: response.bytes, as: UTF8.self) == before)
      }
      await channel.close()
    }
  }

  @Test(
    "R37: is tried once where it may not be repeated, the policy says so, or it would be no use",
    arguments: [
      (false, 5, .unavailable), (true, 1, .unavailable), (true, 5, .internal),
      (true, 5, .resourceExhausted), (true, 5, .notFound),
    ] as [(Bool, Int, Status.Code)])
  func once(isRepeatable: Bool, attempts: Int, code: Status.Code) async throws {
    let flaky = Flaky(1, code)
    try await withServer(router: flaky.router) { server in
      for transport in TransportProtocol.allCases {
        let channel = try server.channel(over: transport) {
          $0.retries.attempts = attempts
          $0.retries.pace = .quick
        }
        flaky.reset()
        var options = CallOptions.patient
        options.isRepeatable = isRepeatable
        let status = await failure { () async throws(Status) in
          try await channel.call(EchoMethod.self, request, options: options)
        }
        #expect(status?.code == code)
        #expect(flaky.calls == 1)
        await channel.close()
      }
    }
  }

  @Test("R37: waits as the server asks for (RetryInfo), unless its time is over before")
  func retryInfo() async throws {
    let flaky = Flaky(1, details: FailMethod.status.details)
    try await withServer(router: flaky.router) { server in
      let channel = try server.channel(over: .grpc) {
        $0.retries.pace = .quick
        $0.decodeDetails = { _ in [.retryInfo(delay: .seconds(61))] }
      }
      let status = await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, request, options: Self.repeatable)
      }
      // Not DEADLINE_EXCEEDED after waiting in vain: what was wrong, at once.
      #expect(status?.code == .unavailable)
      #expect(flaky.calls == 1)
      await channel.close()
    }
  }

  @Test("R37: obeys grpc-retry-pushback-ms", arguments: ["-1", "soon", ""])
  func pushedBack(pushback: String) async throws {
    let answer = Frame.status(14, stream: 1, [("grpc-retry-pushback-ms", pushback)])
    let end = try await outcome([answer, Frame.response(9, stream: 3)], Self.repeatable)
    #expect(end.status?.code == .unavailable)
  }

  @Test("R37: comes back as soon as grpc-retry-pushback-ms says")
  func pushedBackShortly() async throws {
    let answer = Frame.status(14, stream: 1, [("grpc-retry-pushback-ms", "0")])
    let end = try await outcome(
      [answer, Frame.response(9, stream: 3)], Self.repeatable, pace: .endless)
    #expect(end.response == Blob([9]))
  }

  @Test("R37: is not repeated once its answer has begun")
  func committed() async throws {
    let begun = GRPCClientRulesTests.opened
    for rest in [
      Frame.headers([("grpc-status", "14")], ends: true), Frame.reset(7),
      Frame.goAway(last: 0, code: 0),
    ] {
      let end = try await outcome(
        [begun + rest, Frame.response(9, stream: 3)], Self.repeatable)
      #expect(end.status?.code == .unavailable)
      #expect(end.connections == 1)
    }
  }

  @Test("R37: is not repeated where its request is too large to be kept")
  func tooLarge() async throws {
    let flaky = Flaky(1)
    try await withServer(router: flaky.router) { server in
      for transport in TransportProtocol.allCases {
        let channel = try server.channel(over: transport) {
          $0.retries.pace = .quick
          $0.keptRequestBytes = 9
        }
        for count in [9, 10] {
          flaky.reset()
          let status = await failure { () async throws(Status) in
            try await channel.call(
              EchoMethod.self, Blob([UInt8](repeating: 1, count: count)),
              options: Self.repeatable)
          }
          #expect(status?.code == (count == 9 ? nil : .unavailable))
        }
        await channel.close()
      }
    }
  }

  @Test(
    "R37: is repeated where its connection was lost before the answer, if it may be",
    arguments: TransportProtocol.allCases, [true, false])
  func lost(transport: TransportProtocol, isRepeatable: Bool) async throws {
    try await withServer { server in
      let proxy = try FlakyListener(cutting: 1, then: server.address)
      let channel = try server.channel(over: transport, to: proxy.address) {
        $0.retries.pace = .quick
      }
      var options = CallOptions.patient
      options.isRepeatable = isRepeatable
      let status = await failure { () async throws(Status) in
        try await channel.call(EchoMethod.self, request, options: options)
      }
      #expect(status?.code == (isRepeatable ? nil : .unavailable))
      await channel.close()
      await proxy.stop()
    }
  }

  @Test(
    "R37: waits for a server that was there before, and is away for a while",
    arguments: TransportProtocol.allCases)
  func restart(transport: TransportProtocol) async throws {
    try await withServer { server in
      let channel = try server.channel(over: transport) { $0.reconnecting = .quick }
      _ = try await channel.call(EchoMethod.self, request, options: .patient)
      #expect(await server.drain() == 0)
      #expect(
        await failure { () async throws(Status) in
          try await channel.call(EchoMethod.self, request, options: .patient)
        }?.code == .unavailable)
      let calls = (0..<10).map { _ in
        Task {
          try await channel.call(EchoMethod.self, request, options: Self.repeatable)
        }
      }
      try await server.restart()
      for call in calls { #expect(try await call.value == request) }
      await channel.close()
    }
  }
}

/// A method that fails some times before it answers how often it was called before.
private final class Flaky: Sendable {
  private let failures: Int
  private let status: Status
  private let count = Mutex(0)

  init(_ failures: Int, _ code: Status.Code = .unavailable, details: [Status.Detail] = []) {
    self.failures = failures
    status = Status(code, "Not now.", details: details)
  }

  var calls: Int { count.withLock { $0 } }

  func reset() { count.withLock { $0 = 0 } }

  var router: @Sendable (Door) -> Router {
    { _ in
      var router = Router()
      router.on(EchoMethod.self) { _, context throws(Status) in
        let before = context.metadata.values("grpc-previous-rpc-attempts").first
        return Blob(try self.answer(before))
      }
      return router
    }
  }

  private func answer(_ before: [UInt8]?) throws(Status) -> [UInt8] {
    let number = count.withLock { count in
      count += 1
      return count
    }
    if number <= failures { throw status }
    return before ?? []
  }
}
