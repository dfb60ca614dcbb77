// SPDX-License-Identifier: Apache-2.0

package import QuoteCatalogue
package import QuoteModel
internal import QuoteWire
package import RPCCore

/// `quotes.maintenance.v1.MaintenanceService`: what the command line does to a directory that is
/// served. It belongs behind a door that only the server's own user can open.
///
/// A method is a file, as in `QuoteService`; all of them run as tasks.
package struct MaintenanceService: Sendable {
  let catalogue: Catalogue
  let keeper: CatalogueKeeper
  private let authority: Authority
  /// What only the program knows of itself and its machine.
  let examineProgram: @Sendable () -> [Finding]

  /// Creates the service behind a door.
  package init(
    _ catalogue: Catalogue, keeper: CatalogueKeeper, authority: Authority,
    examineProgram: @escaping @Sendable () -> [Finding]
  ) {
    self.catalogue = catalogue
    self.keeper = keeper
    self.authority = authority
    self.examineProgram = examineProgram
  }

  /// Registers the methods.
  package func register(on router: inout Router) {
    serve(CreateToken.self, on: &router, createToken(_:by:))
    serve(ListTokens.self, on: &router) { _, _ throws(Status) in listTokens() }
    serve(RevokeToken.self, on: &router, revokeToken(_:by:))
    serve(Backup.self, on: &router) { request, _ throws(Status) in
      try await backUp(request)
    }
    serve(GetStatus.self, on: &router) { _, _ throws(Status) in await getStatus() }
    serve(RemoveStarterQuotes.self, on: &router) { _, editor throws(Status) in
      try await removeStarterQuotes(by: editor)
    }
    serve(FixCalendars.self, on: &router, fixCalendars(_:by:))
    serve(ListAudit.self, on: &router) { request, _ throws(Status) in
      try await listAudit(request)
    }
    router.onStream(CheckQuotes.self) { _, context, replies throws(Status) in
      let check = { @Sendable () throws(Status) in
        _ = try editor(for: CheckQuotes.path, context)
      }
      try check()
      try await checkQuotes(to: replies.checked(by: check))
    }
  }

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
