// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// `grpc.testing.TestService`, as the interoperability tests of gRPC describe it.
struct TestService: Sendable {
  /// Takes note of a method whose call was cancelled while its handler ran.
  let cancelled: @Sendable (MethodPath) -> Void

  /// Payloads are no larger than this, in bytes.
  private static let payloadBytes: ClosedRange<Int32> = 0...(64 << 20)

  /// Serves the service's methods.
  var router: Router {
    var router = Router()
    router.onAsync(EmptyCall.self) { request, context in
      echoMetadata(context)
      return request
    }
    router.onAsync(UnaryCall.self) { request, context async throws(Status) in
      echoMetadata(context)
      try check(request.expectsCompressed, context.requestWasCompressed)
      try throwStatus(request.status)
      context.reply.encoding = encoding(request.isResponseCompressed)
      return try response(of: request.responseSize)
    }
    addStreams(to: &router)
    return router
  }

  private func addStreams(to router: inout Router) {
    router.onStream(StreamingOutputCall.self) { request, context, replies async throws(Status) in
      echoMetadata(context)
      try await watched(StreamingOutputCall.path) { () async throws(Status) in
        try await answer(request, context, replies)
      }
    }
    router.onRequests(StreamingInputCall.self) { requests, context async throws(Status) in
      echoMetadata(context)
      return try await watched(StreamingInputCall.path) { () async throws(Status) in
        var size = 0
        var iterator = requests.makeAsyncIterator()
        while let request = try await iterator.next() {
          try check(request.expectsCompressed, iterator.wasCompressed)
          size += request.payload?.body.count ?? 0
        }
        return StreamingInputResponse(aggregatedPayloadSize: Int32(clamping: size))
      }
    }
    router.onBidirectional(FullDuplexCall.self) {
      requests, context, replies async throws(Status) in
      echoMetadata(context)
      try await watched(FullDuplexCall.path) { () async throws(Status) in
        for try await request in requests { try await answer(request, context, replies) }
      }
    }
    router.onBidirectional(HalfDuplexCall.self) {
      requests, context, replies async throws(Status) in
      echoMetadata(context)
      try await watched(HalfDuplexCall.path) { () async throws(Status) in
        var all: [StreamingOutputRequest] = []
        for try await request in requests { all.append(request) }
        for request in all { try await answer(request, context, replies) }
      }
    }
  }

  /// Sends the responses that a request asks for.
  private func answer(
    _ request: StreamingOutputRequest, _ context: CallContext,
    _ replies: ReplyStream<PayloadResponse>
  ) async throws(Status) {
    for parameters in request.responses {
      if parameters.intervalMicroseconds > 0 {
        do {
          try await Task.sleep(for: .microseconds(parameters.intervalMicroseconds))
        } catch {
          throw Status(.cancelled, "The call is over.")
        }
      }
      context.reply.encoding = encoding(parameters.isCompressed)
      try await replies.send(try response(of: parameters.size))
    }
    try throwStatus(request.status)
  }

  /// Does a call's work, and takes note where that ends since the call is over.
  private func watched<Result>(
    _ path: MethodPath, _ work: () async throws(Status) -> Result
  ) async throws(Status) -> Result {
    do throws(Status) {
      return try await work()
    } catch {
      if error.code == .cancelled || error.code == .deadlineExceeded { cancelled(path) }
      throw error
    }
  }

  /// Sends back the metadata that the caller has marked for it.
  private func echoMetadata(_ context: CallContext) {
    for value in context.metadata.values(Echo.initialName) {
      context.reply.initialMetadata.append(Echo.initialName, value)
    }
    for value in context.metadata.values(Echo.trailingName) {
      context.reply.trailingMetadata.append(Echo.trailingName, value)
    }
  }

  private func encoding(_ isCompressed: Bool?) -> MessageEncoding {
    isCompressed.map { $0 ? .gzip : .identity } ?? .automatic
  }

  private func check(_ expected: Bool?, _ wasCompressed: Bool) throws(Status) {
    guard let expected, expected != wasCompressed else { return }
    throw Status(
      .invalidArgument,
      "The request was \(wasCompressed ? "" : "not ")compressed, other than it says itself.")
  }

  private func throwStatus(_ status: EchoStatus?) throws(Status) {
    guard let status, status.code != 0 else { return }
    throw Status(Status.Code(rawValue: status.code), status.message)
  }

  private func response(of size: Int32) throws(Status) -> PayloadResponse {
    guard Self.payloadBytes.contains(size) else {
      throw Status(.invalidArgument, "A payload has no size of \(size) bytes.")
    }
    return PayloadResponse(zeros: Int(size))
  }
}

/// The metadata that a `TestService` sends back.
enum Echo {
  static let initialName = "x-grpc-test-echo-initial"
  static let trailingName = "x-grpc-test-echo-trailing-bin"
}
