// SPDX-License-Identifier: Apache-2.0

package import RPCCore

/// Where a caller sends the requests of one call, in order.
package struct RequestWriter<Request: WireMessage>: Sendable {
  private let call: OpenCall

  init(_ call: OpenCall) { self.call = call }

  /// Sends one request, and returns when there is room for another: a server that reads slowly slows
  /// the writer down, instead of filling memory.
  ///
  /// Throws the status of a call that has failed, CANCELLED where the server has answered already and
  /// takes no more, and FAILED_PRECONDITION after `finish`. Cancelling the task that waits here
  /// cancels the call.
  ///
  /// - Parameter encoding: How this request travels; nil is as the call's options say. Compression
  ///   that those don't announce is not done.
  package func send(
    _ request: Request, encoding: MessageEncoding? = nil
  ) async throws(Status) {
    try await call.send(request.wire, encoding)
  }

  /// Tells the server that there are no more requests. Once is enough.
  package func finish() { call.finish() }
}

extension ClientChannel {
  /// Calls a method with a stream of requests and one response: `write` sends them, and they end
  /// when it returns.
  ///
  /// The response counts as soon as it is there, even if not all was sent: `write` is cancelled then.
  /// Where `write` throws first, the server is told, and that is thrown. The timeout counts from here.
  package func call<Method: RPCMethod>(
    _ method: Method.Type, options: CallOptions,
    writing write: @escaping @Sendable (RequestWriter<Method.Request>) async throws(Status) -> Void
  ) async throws(Status) -> Method.Response {
    let call = openCall(Method.path, options)
    let response = await withTaskGroup(of: Result<[UInt8], Status>?.self) { tasks in
      tasks.addTask { await call.onlyResponse() }
      tasks.addTask {
        do throws(Status) {
          try await write(RequestWriter(call))
          call.finish()
          return nil
        } catch {
          // Where the call is over, its reader knows how it ended.
          return call.takesRequests ? .failure(error) : nil
        }
      }
      return await Self.first(of: &tasks, of: call)
    }
    return try read(try response.get(), Method.path)
  }

  /// Calls a method with the requests of a sequence and one response; what holds for requests that
  /// are written holds for these. A sequence that throws something else than a `Status` ends the call
  /// as UNKNOWN.
  package func call<Method: RPCMethod, Requests: AsyncSequence & Sendable>(
    _ method: Method.Type, requests: Requests, options: CallOptions
  ) async throws(Status) -> Method.Response where Requests.Element == Method.Request {
    try await call(method, options: options) { writer async throws(Status) in
      try await writer.send(all: requests)
    }
  }

  /// Begins a call with a stream of requests and a stream of responses, which go their ways each for
  /// itself. It is cancelled when both are let go before the last response.
  ///
  /// The timeout is for the whole call, and counts from here.
  package func open<Method: RPCMethod>(
    _ method: Method.Type, options: CallOptions
  ) -> (requests: RequestWriter<Method.Request>, replies: ReplySequence<Method.Response>) {
    let call = openCall(Method.path, options)
    call.begin()
    return (RequestWriter(call), ReplySequence { call })
  }

  private func openCall(_ path: MethodPath, _ options: CallOptions) -> OpenCall {
    let outbox = RequestOutbox(limitBytes: self.options.requestBufferBytes)
    return OpenCall(self, path, .stream(outbox), options)
  }

  /// What the call ends with: the response's way or that of the requests, whichever is there first.
  private static func first(
    of tasks: inout TaskGroup<Result<[UInt8], Status>?>, of call: OpenCall
  ) async -> Result<[UInt8], Status> {
    var first: Result<[UInt8], Status>?
    for await result in tasks {
      guard first == nil, let result else { continue }
      first = result
      tasks.cancelAll()
    }
    return first ?? .failure(.callIsOver)
  }
}

extension RequestWriter {
  /// Sends all requests of a sequence.
  fileprivate func send<Requests: AsyncSequence>(all requests: Requests) async throws(Status)
  where Requests.Element == Request {
    do {
      for try await request in requests { try await send(request) }
    } catch let status as Status {
      throw status
    } catch {
      throw Status(.unknown, "The requests ended with an error: \(error)")
    }
  }
}
