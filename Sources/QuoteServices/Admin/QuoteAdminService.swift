// SPDX-License-Identifier: Apache-2.0

package import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
package import RPCCore

/// `quotes.v1.QuoteAdminService`: the methods that write.
///
/// A method is a file, as in `QuoteService`. All of them run as tasks: a write waits for the disk.
package struct QuoteAdminService: Sendable {
  let catalogue: Catalogue
  private let authority: Authority
  /// Tells whether there is a time zone of a name, or what is wrong with the name.
  let checkZone: @Sendable (_ name: String) throws(UnknownZone) -> Void

  /// Creates the service behind a door.
  package init(
    _ catalogue: Catalogue, authority: Authority,
    checkZone: @escaping @Sendable (_ name: String) throws(UnknownZone) -> Void
  ) {
    self.catalogue = catalogue
    self.authority = authority
    self.checkZone = checkZone
  }

  /// Registers the methods.
  package func register(on router: inout Router) {
    serve(CreateQuote.self, on: &router, createQuote(_:by:))
    serve(UpdateQuote.self, on: &router, updateQuote(_:by:))
    serve(DeleteQuote.self, on: &router, deleteQuote(_:by:))
    serve(PurgeQuote.self, on: &router, purgeQuote(_:by:))
    serve(ImportQuotes.self, on: &router, importQuotes(_:by:))
    serve(PutCalendar.self, on: &router, putCalendar(_:by:))
    serve(PinDailyQuote.self, on: &router, pinDailyQuote(_:by:))
    serve(UnpinDailyQuote.self, on: &router, unpinDailyQuote(_:by:))
    serve(ListPins.self, on: &router) { request, _ throws(Status) in try listPins(request) }
    router.onStream(ExportQuotes.self) { request, context, replies throws(Status) in
      // A token that is revoked ends a stream that is under way, too.
      let check = { @Sendable () throws(Status) in
        _ = try editor(for: ExportQuotes.path, context)
      }
      try check()
      try await exportQuotes(request, to: replies.checked(by: check))
    }
  }

  /// Whoever calls, if their role suffices.
  private func editor(
    for method: MethodPath, _ context: CallContext
  ) throws(Status) -> Editor {
    try authority.editor(for: method, context, in: catalogue.snapshots.latest.tokens)
  }

  private func serve<Method: RPCMethod>(
    _ method: Method.Type, on router: inout Router,
    _ body:
      @escaping @Sendable (Method.Request, Editor) async throws(Status) -> Method.Response
  ) {
    let path = Method.path
    router.onAsync(method) { request, context throws(Status) in
      try await body(request, try editor(for: path, context))
    }
  }
}

extension Editor {
  /// The same editor, asking for something under a name, so that a repeat is told apart; empty = no
  /// name.
  func asking<Method: RPCMethod>(
    for method: Method.Type, _ request: Method.Request, named id: String
  ) -> Editor {
    guard !id.isEmpty else { return self }
    return Editor(
      name: name, role: role,
      request: RepeatableRequest(
        id: id, method: method.path.description, requestBytes: request.wire))
  }

  /// Refuses what a field of a request asks for beyond the method itself.
  func check(_ needed: Role, for what: String, field: String) throws(Status) {
    guard role < needed else { return }
    throw .refusal(
      .permissionDenied, "\(what) needs role \(needed.name); \(name) has role \(role.name).",
      reason: "ROLE_TOO_LOW", field: field)
  }
}
