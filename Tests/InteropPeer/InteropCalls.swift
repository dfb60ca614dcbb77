// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport

/// The calls of the cases: those with one request and one response, and those that fail.
struct InteropCalls {
  let channel: ClientChannel

  /// Long enough for any machine.
  static let patient = CallOptions(timeout: .seconds(60))
  static let requestBytes = 271_828
  static let responseBytes: Int32 = 314_159

  func emptyUnary() async throws {
    let response = try await channel.call(EmptyCall.self, Empty(), options: Self.patient)
    try require(response.wire.isEmpty, "the response is not empty")
  }

  func largeUnary() async throws { try await call(Self.largeRequest) }

  func clientCompressedUnary() async throws {
    var request = Self.largeRequest
    request.expectsCompressed = true
    // A server that doesn't look would take everything.
    let probe = request
    try await requireStatus(.invalidArgument) { () async throws(Status) in
      try await channel.call(UnaryCall.self, probe, options: Self.patient)
    }
    var options = Self.patient
    options.encoding = .gzip
    try await call(request, options)
    request.expectsCompressed = false
    try await call(request)
  }

  func serverCompressedUnary() async throws {
    for isCompressed in [true, false] {
      var request = Self.largeRequest
      request.isResponseCompressed = isCompressed
      var options = Self.patient
      options.encoding = .gzip
      let record = ReplyRecord()
      options.record = record
      try await call(request, options)
      try require(
        record.wasCompressed == isCompressed,
        "asked for compressed \(isCompressed), the response has \(record.wasCompressed)")
    }
  }

  func statusCodeAndMessage() async throws {
    let echo = EchoStatus(code: 2, message: "test status message")
    var request = SimpleRequest()
    request.status = echo
    let unary = request
    let status = try await requireStatus(.unknown) { () async throws(Status) in
      try await channel.call(UnaryCall.self, unary, options: Self.patient)
    }
    try require(status.message == echo.message, "the message is \(status.message)")
    let (requests, replies) = channel.open(FullDuplexCall.self, options: Self.patient)
    try await requests.send(StreamingOutputRequest([], status: echo))
    requests.finish()
    let streamStatus = try await requireStatus(.unknown) { () async throws(Status) in
      for try await _ in replies {}
    }
    try require(streamStatus.message == echo.message, "the message is \(streamStatus.message)")
  }

  func specialStatusMessage() async throws {
    let message =
      "\t\ntest with whitespace\r\nand Unicode BMP \u{263A} and non-BMP \u{1F608}\t\n"
    var request = SimpleRequest()
    request.status = EchoStatus(code: 2, message: message)
    let unary = request
    let status = try await requireStatus(.unknown) { () async throws(Status) in
      try await channel.call(UnaryCall.self, unary, options: Self.patient)
    }
    try require(status.message == message, "the message is \(status.message.debugDescription)")
  }

  func unimplemented<Method: RPCMethod>(_ method: Method.Type) async throws
  where Method.Request == Empty {
    try await requireStatus(.unimplemented) { () async throws(Status) in
      try await channel.call(method, Empty(), options: Self.patient)
    }
  }

  func customMetadata() async throws {
    let initial = Array("test_initial_metadata_value".utf8)
    let trailing: [UInt8] = [0xAB, 0xAB, 0xAB]
    var options = Self.patient
    options.metadata.append(Echo.initialName, initial)
    options.metadata.append(Echo.trailingName, trailing)
    func check(_ record: ReplyRecord?) throws {
      let first = record?.initialMetadata.values(Echo.initialName)
      let last = record?.trailingMetadata.values(Echo.trailingName)
      try require(first == [initial], "the initial metadata has \(first ?? [])")
      try require(last == [trailing], "the trailing metadata has \(last ?? [])")
    }
    options.record = ReplyRecord()
    try await call(Self.largeRequest, options)
    try check(options.record)
    options.record = ReplyRecord()
    let (requests, replies) = channel.open(FullDuplexCall.self, options: options)
    try await requests.send(
      StreamingOutputRequest(
        [ResponseParameters(size: Self.responseBytes)], payloadZeros: Self.requestBytes))
    requests.finish()
    for try await reply in replies {
      try require(reply.payload.isZeros(Int(Self.responseBytes)), "the response is another")
    }
    try check(options.record)
  }

  static var largeRequest: SimpleRequest {
    var request = SimpleRequest()
    request.responseSize = responseBytes
    request.payload = Payload(zeros: requestBytes)
    return request
  }

  private func call(_ request: SimpleRequest, _ options: CallOptions = patient) async throws {
    let response = try await channel.call(UnaryCall.self, request, options: options)
    try require(
      response.payload.isZeros(Int(request.responseSize)),
      "the response has \(response.payload.body.count) bytes")
  }
}
