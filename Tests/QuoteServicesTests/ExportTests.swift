// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Synchronization
internal import Testing

@Suite("An export")
struct ExportTests {
  /// Quotes that are as long as may be, so that few of them fill a message.
  private func longQuotes(_ count: Int) -> [Quote] {
    (0..<count).map { number in
      var quote = Quote()
      quote.text = "\(number)" + String(repeating: "\u{1F600}", count: 4_900)
      quote.creator = String(repeating: "c", count: 1_000)
      quote.source = String(repeating: "s", count: 2_000)
      quote.tags = (0..<64).map { "\($0)" + String(repeating: "t", count: 190) }
      return quote
    }
  }

  @Test("sends each quote once, in catalogue order, at one revision, in messages of 1 MiB at most")
  func whole() async throws {
    let quotes = longQuotes(100)
    let desk = try TestDesk(quotes: quotes)
    let parts = try await desk.responses(of: ExportQuotes.self, ExportQuotesRequest())
    #expect(parts.count > 2)
    #expect(parts.allSatisfy { $0.wire.count <= 1 << 20 })
    #expect(parts.allSatisfy { $0.revision == desk.catalogue.snapshots.latest.revision })
    #expect(parts.flatMap(\.quotes).map(\.text) == quotes.map(\.text))
  }

  @Test("has the deleted quotes at their places where they are asked for, and not otherwise")
  func deleted() async throws {
    let desk = try TestDesk(quotes: TestService.quotes(5))
    var request = ExportQuotesRequest()
    let before = try await desk.responses(of: ExportQuotes.self, request).flatMap(\.quotes)
    _ = try await desk.catalogue.deleteQuotes(ids: [before[1].id, before[4].id], by: .local)
    let living = try await desk.responses(of: ExportQuotes.self, request).flatMap(\.quotes)
    #expect(living.map(\.id) == [0, 2, 3].map { before[$0].id })
    request.includeDeleted = true
    let all = try await desk.responses(of: ExportQuotes.self, request).flatMap(\.quotes)
    #expect(all.map(\.id) == before.map(\.id))
    #expect(all.map { $0.deleteTime != nil } == [false, true, false, false, true])
  }

  @Test("of nothing is one message with the revision")
  func empty() async throws {
    let desk = try TestDesk(quotes: [])
    let parts = try await desk.responses(of: ExportQuotes.self, ExportQuotesRequest())
    #expect(parts.map(\.quotes.count) == [0])
    #expect(parts.map(\.revision) == [desk.catalogue.snapshots.latest.revision])
  }

  @Test("needs role EDITOR, and a check role ADMIN", arguments: [Role.reader, .editor])
  func roles(role: Role) async throws {
    let desk = try TestDesk()
    let token = try await desk.token(role).secret
    #expect(try await desk.isRefused(ExportQuotes.self, .init(), token) == (role < .editor))
    #expect(try await desk.isRefused(CheckQuotes.self, .init(), token))
  }

  @Test("ends at its next message when its token is revoked, and so does a check")
  func revoked() async throws {
    let desk = try TestDesk(quotes: longQuotes(100) + TestService.quotes(1_200))
    #expect(try await desk.responsesUntilRevoked(of: ExportQuotes.self, .init()) == 1)
    #expect(try await desk.responsesUntilRevoked(of: CheckQuotes.self, .init()) == 1)
    #expect(try await desk.responses(of: ExportQuotes.self, .init()).count > 2)
    #expect(try await desk.responses(of: CheckQuotes.self, .init()).count > 1)
  }

  @Test("is not what a check sends: that has at least one message, and each flaw")
  func check() async throws {
    var quotes = TestService.quotes(3)
    for index in quotes.indices { quotes[index].source = "A work" }
    quotes[1].source = ""
    let desk = try TestDesk(quotes: quotes)
    let parts = try await desk.responses(of: CheckQuotes.self, CheckQuotesRequest())
    #expect(parts.allSatisfy { $0.quoteCount == 3 && $0.flaws.count <= 1_000 })
    #expect(parts.flatMap(\.flaws).contains { $0.kind == .missingSource })
    let none = try await (try TestDesk(quotes: [])).responses(
      of: CheckQuotes.self, CheckQuotesRequest())
    #expect(none.map(\.flaws.count) == [0])
  }
}

extension TestDesk {
  /// How many responses a method sends to an administrator whose token is revoked after the first;
  /// it must end by telling so.
  fileprivate func responsesUntilRevoked<Method: RPCMethod>(
    of method: Method.Type, _ request: Method.Request
  ) async throws -> Int {
    let token = try await token(.admin)
    let count = Atomic(0)
    let catalogue = catalogue
    do {
      try await begin(method, request, token: token.secret) { _ in
        guard count.add(1, ordering: .relaxed).newValue == 1 else { return }
        _ = try? await catalogue.revokeToken(id: token.id, by: .local)
      }
      throw Unexpected()
    } catch let status as Status {
      #expect(status.code == .unauthenticated && status.reason == "TOKEN_REVOKED", "\(status)")
    }
    return count.load(ordering: .relaxed)
  }

  /// Whether a method that sends several responses refuses a token's role, before it sends any.
  fileprivate func isRefused<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request, _ token: String
  ) async throws -> Bool {
    do {
      try await begin(method, request, token: token)
      return false
    } catch let status as Status {
      #expect(status.reason == "ROLE_TOO_LOW", "\(status)")
      return true
    }
  }
}
