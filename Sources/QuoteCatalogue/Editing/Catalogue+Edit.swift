// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
package import QuoteStore
package import RPCCore

/// How long a request is remembered, so that a repeat gets the same answer.
package enum RequestLimits {
  /// The time in seconds: 24 hours.
  package static let rememberedSeconds: Int64 = 86_400
  /// The longest `request_id`, in bytes.
  package static let idBytes = 64
}

extension Catalogue {
  /// Runs a write for an editor, who gets the answer of the first time where the request is a repeat.
  ///
  /// What was answered is kept for 24 hours in the transaction of the change itself, so that a
  /// request was carried out exactly if its answer is there.
  package func edit<Response: WireMessage & Sendable>(
    by editor: Editor,
    _ body:
      @escaping @Sendable (inout StoreTransaction) throws(StoreError) ->
      Result<Response, EditProblem>
  ) async throws(EditProblem) -> Response {
    guard let request = editor.request else { return try await write(body) }
    guard (1...RequestLimits.idBytes).contains(request.id.utf8.count) else {
      throw .invalid(
        field: "request_id",
        "takes \(request.id.utf8.count) bytes: use a UUID, at most \(RequestLimits.idBytes).")
    }
    return try await write { transaction throws(StoreError) in
      if let earlier = try transaction.answered(request, of: editor) {
        return Self.answer(request, from: earlier)
      }
      let result = try body(&transaction)
      if case .success(let response) = result {
        try transaction.remember(request, of: editor, answered: response.wire)
      }
      return result
    }
  }

  /// The answer that a request got, where it is the same request.
  private static func answer<Response: WireMessage>(
    _ request: RepeatableRequest, from earlier: StoredRequest
  ) -> Result<Response, EditProblem> {
    guard earlier.method == request.method, earlier.digest == request.digest,
      let response = try? Response(wire: earlier.response.span)
    else { return .failure(.requestReused(id: request.id)) }
    return .success(response)
  }
}

extension StoreTransaction {
  fileprivate func answered(
    _ request: RepeatableRequest, of editor: Editor
  ) throws(StoreError) -> StoredRequest? {
    try store.request(request.id, by: editor.name, since: oldestRemembered)
  }

  fileprivate mutating func remember(
    _ request: RepeatableRequest, of editor: Editor, answered response: [UInt8]
  ) throws(StoreError) {
    try forgetRequests(before: oldestRemembered)
    try keep(
      StoredRequest(
        actor: editor.name, id: request.id, method: request.method, digest: request.digest,
        response: response))
  }

  /// The moment before which requests are forgotten.
  private var oldestRemembered: Timestamp {
    Timestamp(
      seconds: time.seconds - RequestLimits.rememberedSeconds, nanoseconds: time.nanoseconds)
  }

  /// Writes a line of the audit log.
  mutating func audit(
    _ action: String, of target: String, by editor: Editor, detail: String
  ) throws(StoreError) {
    try audit(actor: editor.name, action: action, target: target, detail: detail)
  }

  /// The revision of this write or, where it changed nothing, the one that it saw.
  func presentRevision() throws(StoreError) -> UInt64 {
    if let revision { return revision }
    return try store.revision()
  }
}
