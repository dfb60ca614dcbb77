// SPDX-License-Identifier: Apache-2.0

/// Calls of a router's methods from within the process, without a connection; the gate, which
/// judges who calls, is passed by.
extension Router {
  /// Calls a method and waits for its response.
  package func call<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request
  ) async throws(Status) -> Method.Response {
    let bytes = try await response(to: request, of: method)
    return try Method.Response(read: bytes.span)
  }

  /// Calls a method and hands each of its responses to `take`, one after the other: the handler
  /// goes on when `take` returns, and sees what it throws.
  package func stream<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request,
    _ take: @escaping @Sendable (Method.Response) async throws(Status) -> Void
  ) async throws(Status) {
    let sink = HandingSink { bytes throws(Status) in
      try await take(try Method.Response(read: bytes.span))
    }
    switch try begin(method, request) {
    case .ready(let response): try await sink.send(response)
    case .later(.response(let answer)): try await sink.send(try await answer())
    case .later(.replies(let run)): try await run(sink)
    }
  }

  private func response<Method: RPCMethod>(
    to request: Method.Request, of method: Method.Type
  ) async throws(Status) -> [UInt8] {
    switch try begin(method, request) {
    case .ready(let response): return response
    case .later(.response(let answer)): return try await answer()
    case .later(.replies):
      throw Status(.internal, "\(method.path) has a stream of responses, not one.")
    }
  }

  private enum Beginning {
    case ready([UInt8])
    case later(LaterAnswer)
  }

  private func begin<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request
  ) throws(Status) -> Beginning {
    let path = method.path.bytes
    guard let route = route(path.span) else {
      throw Status(.unimplemented, "There is no method \(method.path) here.")
    }
    var context = CallContext(peer: .thisProcess)
    var output: [UInt8] = []
    let wire = request.wire
    let later = try route.run(wire.span, &context, &output)
    return later.map { .later($0) } ?? .ready(output)
  }
}

/// A sink that hands on each response.
private struct HandingSink: ReplySink {
  let take: @Sendable ([UInt8]) async throws(Status) -> Void

  /// Whoever takes them has one at a time.
  func waitForRoom(of byteCount: Int) async throws(Status) {}

  func send(_ encoded: [UInt8]) async throws(Status) { try await take(encoded) }
}
