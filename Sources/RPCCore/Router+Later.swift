// SPDX-License-Identifier: Apache-2.0

/// Methods whose handlers wait for something. They run as tasks, off the loop, any number at a
/// time; a call's task is cancelled when its deadline passes, its caller cancels it, or its
/// connection is lost. Handlers must not block their thread.
extension Router {
  /// Serves a method by a task.
  package mutating func onAsync<Method: RPCMethod>(
    _ method: Method.Type,
    _ handler:
      @escaping @Sendable (Method.Request, CallContext) async throws(Status) -> Method.Response
  ) {
    insert(method.path, byTasks: true) { bytes, context, _ throws(Status) in
      Self.response(method, to: try Method.Request(read: bytes), &context, handler)
    }
  }

  /// Serves a method inline where `handler` can, and by a task, with `orLater`, where it answers
  /// `.later`. What it has appended then is dropped.
  package mutating func onReady<Method: RPCMethod>(
    _ method: Method.Type,
    _ handler:
      @escaping (borrowing Method.Request, inout CallContext, inout [UInt8]) throws(Status) ->
      Answered,
    orLater later:
      @escaping @Sendable (Method.Request, CallContext) async throws(Status) -> Method.Response
  ) {
    insert(method.path) { bytes, context, output throws(Status) in
      let request = try Method.Request(read: bytes)
      switch try handler(request, &context, &output) {
      case .now: return nil
      case .later: return Self.response(method, to: request, &context, later)
      }
    }
  }

  /// Serves a method with ready bytes: inline where `handler` answers nil, and otherwise by the task
  /// that it leaves the call to, which gives the encoded response. What it has appended then is
  /// dropped.
  package mutating func onReadyOrLater<Method: RPCMethod>(
    _ method: Method.Type,
    _ handler:
      @escaping (borrowing Method.Request, inout CallContext, inout [UInt8]) throws(Status) ->
      LaterAnswer?
  ) {
    insert(method.path) { bytes, context, output throws(Status) in
      try handler(try Method.Request(read: bytes), &context, &output)
    }
  }

  /// Serves a method that sends any number of responses, by a task.
  package mutating func onStream<Method: RPCMethod>(
    _ method: Method.Type,
    _ handler:
      @escaping @Sendable (Method.Request, CallContext, ReplyStream<Method.Response>)
      async throws(Status) -> Void
  ) {
    insert(method.path, kind: .serverStream, byTasks: true) { bytes, context, _ throws(Status) in
      let request = try Method.Request(read: bytes)
      context.taskReply = TaskReply()
      let context = context
      return .replies { sink async throws(Status) in
        try await handler(request, context, ReplyStream(to: sink))
      }
    }
  }

  private static func response<Method: RPCMethod>(
    _ method: Method.Type, to request: Method.Request, _ context: inout CallContext,
    _ handler:
      @escaping @Sendable (Method.Request, CallContext) async throws(Status) -> Method.Response
  ) -> LaterAnswer {
    context.taskReply = TaskReply()
    let context = context
    return .response { () async throws(Status) in try await handler(request, context).wire }
  }
}
