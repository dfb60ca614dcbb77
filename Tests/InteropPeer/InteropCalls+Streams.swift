// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport

/// The cases that stream, and those that end a stream before its time.
extension InteropCalls {
  private static let requestSizes = [27_182, 8, 1_828, 45_904]
  private static let responseSizes: [Int32] = [31_415, 9, 2_653, 58_979]

  func clientStreaming() async throws {
    let sum = try await channel.call(StreamingInputCall.self, options: Self.patient) {
      writer async throws(Status) in
      for size in Self.requestSizes { try await writer.send(StreamingInputRequest(zeros: size)) }
    }
    try require(sum.aggregatedPayloadSize == 74_922, "\(sum.aggregatedPayloadSize) bytes")
  }

  func clientCompressedStreaming() async throws {
    // A server that doesn't look would take everything.
    try await requireStatus(.invalidArgument) { () async throws(Status) in
      try await channel.call(StreamingInputCall.self, options: Self.patient) {
        writer async throws(Status) in
        try await writer.send(StreamingInputRequest(zeros: 27_182, expectsCompressed: true))
      }
    }
    var options = Self.patient
    options.encoding = .gzip
    let sum = try await channel.call(StreamingInputCall.self, options: options) {
      writer async throws(Status) in
      try await writer.send(StreamingInputRequest(zeros: 27_182, expectsCompressed: true))
      try await writer.send(
        StreamingInputRequest(zeros: 45_904, expectsCompressed: false), encoding: .identity)
    }
    try require(sum.aggregatedPayloadSize == 73_086, "\(sum.aggregatedPayloadSize) bytes")
  }

  func serverStreaming() async throws {
    let request = StreamingOutputRequest(
      Self.responseSizes.map { ResponseParameters(size: $0) })
    var sizes = Self.responseSizes[...]
    for try await reply in channel.stream(
      StreamingOutputCall.self, request, options: Self.patient)
    {
      let size = sizes.popFirst()
      try require(
        size.map { reply.payload.isZeros(Int($0)) } == true, "\(reply.payload.body.count) bytes")
    }
    try require(sizes.isEmpty, "\(sizes.count) responses are missing")
  }

  func serverCompressedStreaming() async throws {
    let wanted: [(size: Int32, isCompressed: Bool)] = [(31_415, true), (92_653, false)]
    let request = StreamingOutputRequest(
      wanted.map { ResponseParameters(size: $0.size, isCompressed: $0.isCompressed) })
    var options = Self.patient
    options.encoding = .gzip
    let record = ReplyRecord()
    options.record = record
    var replies = channel.stream(StreamingOutputCall.self, request, options: options)
      .makeAsyncIterator()
    for (size, isCompressed) in wanted {
      let reply = try await replies.next()
      try require(reply?.payload.isZeros(Int(size)) == true, "no response of \(size) bytes")
      try require(
        record.wasCompressed == isCompressed, "\(size) bytes: compressed \(record.wasCompressed)")
    }
    try require(try await replies.next() == nil, "there is a response too many")
  }

  func pingPong() async throws {
    let (requests, replies) = channel.open(FullDuplexCall.self, options: Self.patient)
    var iterator = replies.makeAsyncIterator()
    for (request, response) in zip(Self.requestSizes, Self.responseSizes) {
      try await requests.send(
        StreamingOutputRequest([ResponseParameters(size: response)], payloadZeros: request))
      let reply = try await iterator.next()
      try require(
        reply?.payload.isZeros(Int(response)) == true, "no response of \(response) bytes")
    }
    requests.finish()
    try require(try await iterator.next() == nil, "there is a response too many")
  }

  func emptyStream() async throws {
    let (requests, replies) = channel.open(FullDuplexCall.self, options: Self.patient)
    requests.finish()
    for try await _ in replies { throw Mismatch(description: "there is a response") }
  }

  func cancelAfterBegin() async throws {
    let (requests, replies) = channel.open(StreamingInputCall.self, options: Self.patient)
    // Frames keep their order: the server has the call when it answers this one.
    try await emptyUnary()
    try await requireCancelled(replies)
    withExtendedLifetime(requests) {}
  }

  func cancelAfterFirstResponse() async throws {
    let (requests, replies) = channel.open(FullDuplexCall.self, options: Self.patient)
    try await requests.send(
      StreamingOutputRequest([ResponseParameters(size: 31_415)], payloadZeros: 27_182))
    var iterator = replies.makeAsyncIterator()
    let reply = try await iterator.next()
    try require(reply?.payload.isZeros(31_415) == true, "no response of 31,415 bytes")
    try await requireCancelled(replies)
    withExtendedLifetime(requests) {}
  }

  func timeoutOnSleepingServer() async throws {
    // The first is over before it has come far; the second reaches the server's handler.
    for timeout in [Duration.milliseconds(1), .milliseconds(200)] {
      let options = CallOptions(timeout: timeout)
      let (requests, replies) = channel.open(FullDuplexCall.self, options: options)
      let sleep = ResponseParameters(size: 31_415, intervalMicroseconds: 60_000_000)
      try await requireStatus(.deadlineExceeded) { () async throws(Status) in
        try await requests.send(StreamingOutputRequest([sleep], payloadZeros: 27_182))
        for try await _ in replies {}
      }
    }
  }

  /// The server answers while any number of requests is still to come.
  func earlyAnswer() async throws {
    for _ in 0..<20 {
      try await requireStatus(.invalidArgument) { () async throws(Status) in
        try await channel.call(StreamingInputCall.self, options: Self.patient) {
          writer async throws(Status) in
          try await writer.send(StreamingInputRequest(zeros: 10_000, expectsCompressed: true))
          while true { try await writer.send(StreamingInputRequest(zeros: 10_000)) }
        }
      }
    }
  }

  /// Cancels a call by cancelling the task that reads it.
  private func requireCancelled<Response>(_ replies: ReplySequence<Response>) async throws {
    let reading = Task { () async -> Result<Void, Status> in
      do throws(Status) {
        for try await _ in replies {}
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    reading.cancel()
    let result = await reading.value
    try await requireStatus(.cancelled) { () throws(Status) in try result.get() }
  }
}
