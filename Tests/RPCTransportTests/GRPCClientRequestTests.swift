// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("What a gRPC client sends")
struct GRPCClientRequestTests {
  /// What a channel sends of one call, which is answered.
  private func sent(
    _ request: [UInt8] = [7], _ options: CallOptions = .patient,
    endingWith ending: [UInt8]? = nil, _ change: (inout ClientOptions) -> Void = { _ in }
  ) async throws -> SentByClient {
    let rules = GRPCClientRulesTests.self
    let answer = rules.opened + Frame.data(Frame.message([1]), ends: false) + rules.ok
    let server = try ScriptedServer(after: ending ?? Frame.message(request), send: answer)
    let channel = server.channel(over: .grpc, change)
    _ = try await channel.call(EchoMethod.self, Blob(request), options: options)
    await channel.close()
    await server.stop()
    return SentByClient(server.bytes)
  }

  @Test("R1: begins with the method, the scheme and the path, then te and content-type")
  func headers() async throws {
    let headers = try #require(try await sent([7], CallOptions(timeout: nil)).requests.first)
    #expect(
      headers.prefix(3) == [":method: POST", ":scheme: http", ":path: /test.Service/Echo"])
    #expect(headers.count == 7)
    #expect(headers[3].hasPrefix(":authority: 127.0.0.1:"))
    #expect(headers[4...5] == ["te: trailers", "content-type: application/grpc"])
    #expect(headers[6].hasPrefix("user-agent: grpc-"))
  }

  @Test(
    "R8: tells the time that is left in the finest unit that holds it, behind the pseudo-headers",
    arguments: [
      (.seconds(60), "u", 1...60_000_000), (.seconds(5_000), "m", 4_400_000...5_000_000),
      (.seconds(50_000_000), "S", 49_999_400...50_000_000),
      (.seconds(10_000_000_000), "H", 2_777_777...2_777_778), (nil, nil, 0...0),
    ] as [(Duration?, String?, ClosedRange<Int>)])
  func timeout(timeout: Duration?, unit: String?, number: ClosedRange<Int>) async throws {
    let options = CallOptions(timeout: timeout)
    let headers = try #require(try await sent([7], options).requests.first)
    let place = headers.firstIndex { $0.hasPrefix("grpc-timeout: ") }
    guard let unit else { return #expect(place == nil) }
    let value = headers[try #require(place)].dropFirst("grpc-timeout: ".count)
    #expect(place == 4 && value.suffix(1) == unit)
    #expect(number.contains(try #require(Int(value.dropLast()))), "\(value)")
  }

  @Test(
    "R8: sends nothing of a call whose time is over",
    arguments: [.zero, .seconds(-1)] as [Duration])
  func noTime(timeout: Duration) async throws {
    let silent = try SilentServer()
    let channel = silent.channel(over: .grpc)
    let status = await failure { () async throws(Status) in
      try await channel.call(EchoMethod.self, Blob([7]), options: CallOptions(timeout: timeout))
    }
    #expect(status?.code == .deadlineExceeded)
    await channel.close()
    #expect(silent.bytes.isEmpty)
    await silent.stop()
  }

  @Test("R10, R11: sends metadata in order, binary values as base64 without padding")
  func metadata() async throws {
    var options = CallOptions.patient
    options.metadata.append("b", Array("x".utf8))
    options.metadata.append("a-bin", [1])
    options.metadata.append("b", Array("y, z".utf8))
    options.metadata.append("a-bin", [0xFB, 0xFF])
    let headers = try #require(try await sent([7], options).requests.first)
    #expect(headers.suffix(4) == ["b: x", "a-bin: AQ", "b: y, z", "a-bin: +/8"])
  }

  @Test("R12: says how large a list of headers it takes")
  func headerList() async throws {
    #expect(try await sent().setting(6) == ClientOptions.forTests.headerListBytes)
    #expect(try await sent { $0.headerListBytes = 8_192 }.setting(6) == 8_192)
  }

  @Test("R15: names gzip and marks what is compressed, only where it is asked to")
  func compression() async throws {
    let request = [UInt8](repeating: 7, count: 1_000)
    let plain = try await sent(request)
    #expect(plain.requests.first?.contains { $0.contains("-encoding: ") } == false)
    #expect(plain.data.first?.payload.prefix(5) == [0, 0, 0, 3, 0xE8])
    let packed = Packed.framed(request)
    let compressed = try await sent(request, endingWith: packed) {
      $0.compressedRequestBytes = 100
    }
    let headers = try #require(compressed.requests.first)
    #expect(headers.contains("grpc-encoding: gzip"))
    #expect(headers.contains("grpc-accept-encoding: gzip,identity"))
    #expect(compressed.data.first?.payload == packed)
  }

  @Test("R19: ends a request on the DATA frame of its message")
  func end() async throws {
    let data = try await sent().data
    #expect(data.map(\.payload) == [Frame.message([7])])
    #expect(data.map(\.endsStream) == [true])
  }

  @Test("R19: ends a stream of requests by an empty DATA frame where all of it has gone before")
  func lateEnd() async throws {
    let silent = try SilentServer()
    let channel = silent.channel(over: .grpc)
    let call = channel.open(MirrorMethod.self, options: .patient)
    try await call.requests.send(Blob([7]))
    await silent.received { $0.suffix(6) == Frame.message([7])[...] }
    call.requests.finish()
    await silent.received { $0.suffix(9) == Frame.data([], ends: true)[...] }
    #expect(SentByClient(silent.bytes).data.map(\.endsStream) == [false, true])
    await channel.close()
    await silent.stop()
  }
}
