// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import RPCCore
internal import RPCNet
internal import RPCTransport
internal import Testing

/// Streams of requests between this transport and grpcio's, both ways round.
@Suite("Streams of requests")
struct StreamingTests {
  private let python: Program
  private static let sizes = [27_182, 8, 1_828, 45_904]

  init() throws { python = try Repository.PythonEnvironment().python }

  private static let script = Repository.root + "/Tests/InteropTests/streaming.py"

  @Test(
    "go from a stock client to this server",
    arguments: [
      ("client_streaming", #"{"answer": "74922"}"#),
      ("client_compressed_streaming", #"{"answer": "74922"}"#),
      ("early_answer", #"{"answer": 10000}"#),
      ("empty_stream", #"{"answer": []}"#),
      ("ping_pong", #"{"answer": [27182, 8, 1828, 45904]}"#),
      ("ping_pong_compressed", #"{"answer": [27182, 8, 1828, 45904]}"#),
      ("cancel_after_first_response", #"{"answer": "CANCELLED"}"#),
      ("deadline", #"{"answer": "DEADLINE_EXCEEDED"}"#),
    ])
  func stockClient(name: String, expected: String) async throws {
    let group = try EventLoopGroup(count: 1)
    let server = Server(
      ServerConfiguration(
        limits: Limits(), makeRouter: { _, _ in .ofStreams }, encodeStatusDetails: { _ in [] },
        tls: nil, report: { _ in }, floodHasGone: {}), group: group)
    let listener = try server.listen(
      on: .tcp(host: "127.0.0.1", port: 0), backlog: 8,
      entrance: Entrance(to: Door("test"), requiresTLS: false))
    let result = try await python.run([Self.script, "call", "\(listener.boundAddress)", name])
    #expect(result.output == expected, "\(result.error)")
    await group.stop()
  }

  @Test("go from this client to a stock server", arguments: [nil, 100])
  func stockServer(compressedRequestBytes: Int?) async throws {
    let serving = try python.start([Self.script, "serve"])
    let address = try #require(await serving.outputLine(startingWith: "serving at "))
    let port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
    var options = ClientOptions { _ in [] }
    options.compressedRequestBytes = compressedRequestBytes
    let channel = try ClientChannel(
      to: .tcp(host: "127.0.0.1", port: port), over: .grpc, options: options)
    let call = CallOptions(timeout: .seconds(60))
    let requests = AsyncStream<Bytes> { continuation in
      for size in Self.sizes { continuation.yield(Bytes(count: size)) }
      continuation.finish()
    }
    let sum = try await channel.call(SumOfStream.self, requests: requests, options: call)
    #expect(sum.bytes == Array("74922".utf8))
    // Each is a call that the server answers before its requests end.
    for _ in 0..<20 {
      let first = try await channel.call(FirstOfStream.self, options: call) {
        writer async throws(Status) in
        while true { try await writer.send(Bytes(count: 10_000)) }
      }
      #expect(first.bytes.count == 10_000)
    }
    let mirror = channel.open(MirrorOfStream.self, options: call)
    var replies = mirror.replies.makeAsyncIterator()
    for size in Self.sizes {
      try await mirror.requests.send(Bytes(count: size))
      #expect(try await replies.next()?.bytes.count == size)
    }
    mirror.requests.finish()
    #expect(try await replies.next() == nil)
    await channel.close()
  }
}

/// A message that is its bytes.
private struct Bytes: WireMessage {
  var bytes: [UInt8]

  init(count: Int) { bytes = [UInt8](repeating: 1, count: count) }

  init(_ text: String) { bytes = Array(text.utf8) }

  init(wire: Span<UInt8>) throws(WireError) {
    bytes = []
    bytes.append(copying: wire)
  }

  func append(to bytes: inout [UInt8]) { bytes += self.bytes }
}

private enum SumOfStream: RPCMethod {
  typealias Request = Bytes
  typealias Response = Bytes
  static let path = MethodPath(service: "test.Streams", method: "Sum")
}

private enum FirstOfStream: RPCMethod {
  typealias Request = Bytes
  typealias Response = Bytes
  static let path = MethodPath(service: "test.Streams", method: "First")
}

private enum MirrorOfStream: RPCMethod {
  typealias Request = Bytes
  typealias Response = Bytes
  static let path = MethodPath(service: "test.Streams", method: "Mirror")
}

extension Router {
  /// Serves what `streaming.py` serves too.
  fileprivate static var ofStreams: Router {
    var router = Router()
    router.onRequests(SumOfStream.self) { requests, _ async throws(Status) in
      var sum = 0
      for try await request in requests { sum += request.bytes.count }
      return Bytes("\(sum)")
    }
    router.onRequests(FirstOfStream.self) { requests, _ async throws(Status) in
      for try await request in requests { return request }
      throw Status(.invalidArgument, "There was no request.")
    }
    router.onBidirectional(MirrorOfStream.self) { requests, _, replies async throws(Status) in
      for try await request in requests { try await replies.send(request) }
    }
    return router
  }
}
