// SPDX-License-Identifier: Apache-2.0

/// Methods whose callers send any number of requests. Only gRPC carries them: over the delimited
/// protocol, and from within the process, a call of theirs is UNIMPLEMENTED and says so.
///
/// Handlers run as tasks, as those of `onAsync` do. A handler begins with the call, before the first
/// request is there, and may end before the last: what its caller still sends is dropped then.
extension Router {
  /// Serves a method that takes any number of requests and answers by one response.
  package mutating func onRequests<Method: RPCMethod>(
    _ method: Method.Type,
    _ handler:
      @escaping @Sendable (RequestStream<Method.Request>, CallContext) async throws(Status) ->
      Method.Response
  ) {
    insert(streamsTo: method.path, kind: .clientStream) { source, context in
      .response { () async throws(Status) in
        try await handler(RequestStream(from: source), context).wire
      }
    }
  }

  /// Serves a method that takes any number of requests and sends any number of responses, in
  /// whichever order it likes.
  package mutating func onBidirectional<Method: RPCMethod>(
    _ method: Method.Type,
    _ handler:
      @escaping @Sendable (
        RequestStream<Method.Request>, CallContext, ReplyStream<Method.Response>
      ) async throws(Status) -> Void
  ) {
    insert(streamsTo: method.path, kind: .bidirectionalStream) { source, context in
      .replies { sink async throws(Status) in
        try await handler(RequestStream(from: source), context, ReplyStream(to: sink))
      }
    }
  }

  private mutating func insert(
    streamsTo path: MethodPath, kind: CallKind, _ begin: @escaping Route.Begin
  ) {
    insert(path, kind: kind, byTasks: true, reading: begin) { _, _, _ throws(Status) in
      throw Status(
        .unimplemented, "\(path) takes a stream of requests, which only gRPC over HTTP/2 carries.")
    }
  }
}
