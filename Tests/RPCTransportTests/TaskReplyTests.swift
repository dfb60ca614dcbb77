// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

/// Answers its request, with metadata; its first byte is how the response travels, 0xEE fails.
private enum DecoratedMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "Decorated")
}

/// Answers each request as `DecoratedMethod` does.
private enum DecoratedMirrorMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "DecoratedMirror")
}

extension Router {
  /// Serves methods that say something beside their responses, by tasks.
  fileprivate static var decorating: Router {
    var router = Router()
    router.onAsync(DecoratedMethod.self) { request, context async throws(Status) in
      context.reply.initialMetadata.append("first", Array("1".utf8))
      context.reply.trailingMetadata.append(
        "compressed", Array("\(context.requestWasCompressed)".utf8))
      return try answer(request, context.reply)
    }
    router.onBidirectional(DecoratedMirrorMethod.self) {
      requests, context, replies async throws(Status) in
      var iterator = requests.makeAsyncIterator()
      while let request = try await iterator.next() {
        // That of later responses comes too late.
        context.reply.initialMetadata.append("first", Array("1".utf8))
        context.reply.trailingMetadata.append(
          "compressed", Array("\(iterator.wasCompressed)".utf8))
        try await replies.send(try answer(request, context.reply))
      }
    }
    return router
  }

  private static func answer(_ request: Blob, _ reply: TaskReply) throws(Status) -> Blob {
    if request.bytes.first == 0xEE { throw FailMethod.status }
    reply.encoding = [.automatic, .gzip, .identity][Int(request.bytes.first ?? 0)]
    return request
  }
}

@Suite("A task's reply")
struct TaskReplyTests {
  private static let accepts = [("grpc-accept-encoding", "identity, gzip")]
  private static let compresses = accepts + [("grpc-encoding", "gzip")]
  private static let text = [UInt8](repeating: 0x61, count: 2_000)
  private let peer = GRPCPeer(router: .decorating)

  /// A call of the unary method, once it has ended.
  private func call(_ headers: [(String, String)], _ body: [UInt8]) async -> GRPCReply {
    let reply = peer.call(GRPCPeer.headers("Decorated") + headers, body: body)
    while reply.code == nil { await peer.takeFromTask() }
    return reply
  }

  /// A call of the stream, once it has ended.
  private func stream(_ headers: [(String, String)], _ body: [UInt8]) async -> GRPCReply {
    let (stream, reply) = peer.begin(
      GRPCPeer.headers("DecoratedMirror") + headers, body: body)
    peer.end(stream)
    while reply.code == nil { await peer.takeFromTask() }
    return reply
  }

  @Test("has metadata before the response and with the status")
  func metadata() async {
    let reply = await call([], Frame.message([0]))
    #expect(reply.blocks.count == 2)
    #expect(reply.blocks.first?["first"] == "1" && reply.blocks.last?["compressed"] == "false")
    #expect(reply["grpc-status"] == "0" && reply.message == [0])
  }

  @Test("R21: has all its metadata in the one block of a failure without a response")
  func failure() async {
    let reply = await call([], Frame.message([0xEE]))
    #expect(reply.blocks.count == 1 && reply["grpc-status"] == "5")
    #expect(reply["first"] == "1" && reply["compressed"] == "false")
  }

  @Test("of a stream drops initial metadata that comes after the first response")
  func late() async {
    let reply = await stream([], GRPCPeer.framed([0], [0], [0xEE]))
    #expect(reply.blocks.count == 2 && reply["grpc-status"] == "5")
    #expect(reply.blocks.first?["first"] == "1" && reply.blocks.last?["first"] == nil)
    #expect(reply.blocks.last?["compressed"] == "false")
  }

  @Test("R15: compresses a response of any size where that is asked for and the client takes it")
  func gzip() async throws {
    for (headers, isCompressed) in [(Self.accepts, true), (Self.compresses, true), ([], false)] {
      // One that is too small to be compressed unasked, and one that is too large.
      for size in [200, 300_000] {
        let message = [1] + [UInt8](repeating: 0x61, count: size)
        for reply in [
          await call(headers, Frame.message(message)),
          await stream(headers, Frame.message(message)),
        ] {
          let messages = try Packed.messages(reply.body)
          #expect(messages.map(\.bytes) == [message])
          #expect(messages.map(\.isCompressed) == [isCompressed])
          #expect(reply["grpc-encoding"] == (isCompressed ? "gzip" : nil))
        }
      }
    }
  }

  @Test("leaves a response as it is where that is asked for, whoever would take it compressed")
  func identity() async throws {
    let reply = await call(Self.compresses, Packed.framed([2] + Self.text))
    #expect(try Packed.messages(reply.body).map(\.isCompressed) == [false])
    #expect(reply["compressed"] == "true", "The handler is told how its request came.")
  }

  @Test("R15: says for each response of a stream how it travels")
  func each() async throws {
    let messages = [2, 1, 0, 1].map { [UInt8($0)] + Self.text }
    let reply = await stream(Self.accepts, messages.flatMap { Frame.message($0) })
    let received = try Packed.messages(reply.body)
    #expect(received.map(\.bytes) == messages && reply["grpc-encoding"] == "gzip")
    #expect(received.map(\.isCompressed) == [false, true, false, true])
  }

  @Test("compresses nothing that its headers haven't announced")
  func unannounced() async throws {
    let messages = [0, 1].map { [UInt8($0)] + Self.text }
    let reply = await stream(Self.accepts, messages.flatMap { Frame.message($0) })
    let received = try Packed.messages(reply.body)
    #expect(received.map(\.isCompressed) == [false, false] && reply["grpc-encoding"] == nil)
  }

  @Test("of the next call knows nothing of the last one's request")
  func next() async {
    let zeros = [UInt8](repeating: 0, count: 100)
    #expect(await call(Self.compresses, Packed.framed(zeros))["compressed"] == "true")
    #expect(await call([], Frame.message(zeros))["compressed"] == "false")
  }

  @Test("is dropped by the delimited protocol")
  func delimited() async {
    var peer = DelimitedPeer.open(router: .decorating)
    peer.send(
      DelimitedCall(id: 1, method: "\(DecoratedMethod.path)", message: [1] + Self.text))
    await peer.takeFromTask()
    #expect(peer.replies().map(\.message) == [[1] + Self.text])
  }
}

@Suite("A call's options")
struct CallOptionsTests {
  private static let text = [UInt8](repeating: 0x61, count: 2_000)

  @Test("R9: keep what comes beside the response, whether the call succeeds or fails")
  func record() async throws {
    try await withServer(router: { _ in .decorating }) { server in
      let channel = try server.channel(over: .grpc)
      for (first, isCompressed) in [(UInt8(1), true), (2, false), (0xEE, false)] {
        var options = CallOptions.patient
        options.encoding = .gzip
        let record = ReplyRecord()
        options.record = record
        let call = options
        let status = await failure { () async throws(Status) in
          try await channel.call(DecoratedMethod.self, Blob([first] + Self.text), options: call)
        }
        #expect(status?.code == (first == 0xEE ? .notFound : nil))
        #expect(record.wasCompressed == isCompressed)
        // A failure without a response has one block of headers, which comes with the status.
        let block = first == 0xEE ? record.trailingMetadata : record.initialMetadata
        #expect(block.text("first") == "1")
        #expect(record.trailingMetadata.text("compressed") == "true")
      }
      await channel.close()
    }
  }

  @Test("say how each request of a stream travels, and keep how each response came")
  func stream() async throws {
    try await withServer(router: { _ in .decorating }) { server in
      let channel = try server.channel(over: .grpc)
      var options = CallOptions.patient
      options.encoding = .gzip
      let record = ReplyRecord()
      options.record = record
      let (requests, replies) = channel.open(DecoratedMirrorMethod.self, options: options)
      var iterator = replies.makeAsyncIterator()
      for (first, encoding) in [(UInt8(1), nil), (2, .identity), (1, .automatic)]
        as [(UInt8, MessageEncoding?)]
      {
        try await requests.send(Blob([first] + Self.text), encoding: encoding)
        #expect(try await iterator.next() == Blob([first] + Self.text))
        #expect(record.wasCompressed == (first == 1))
      }
      requests.finish()
      #expect(try await iterator.next() == nil)
      #expect(record.initialMetadata.values("first").count == 1)
      let compressed = record.trailingMetadata.values("compressed")
      #expect(compressed == ["true", "false", "false"].map { Array($0.utf8) })
      await channel.close()
    }
  }

  @Test("compress nothing that the headers don't announce")
  func unannounced() async throws {
    try await withServer(router: { _ in .decorating }) { server in
      let channel = try server.channel(over: .grpc)
      let (requests, replies) = channel.open(DecoratedMirrorMethod.self, options: .patient)
      try await requests.send(Blob([1] + Self.text), encoding: .gzip)
      requests.finish()
      for try await reply in replies { #expect(reply == Blob([1] + Self.text)) }
      await channel.close()
    }
  }
}
