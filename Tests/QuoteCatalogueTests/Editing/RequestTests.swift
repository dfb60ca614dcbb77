// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import Synchronization
internal import Testing

@Suite("A request that is repeated")
struct RequestTests {
  /// A clock that the tests move.
  private final class Clock: Sendable {
    let seconds = Mutex(Workshop.noon.seconds)
    var now: Timestamp { Timestamp(seconds: seconds.withLock { $0 }) }
  }

  private let workshop: Workshop
  private let catalogue: Catalogue
  private let clock: Clock

  init() throws {
    let clock = Clock()
    self.clock = clock
    workshop = try Workshop()
    catalogue = try Catalogue(
      directory: workshop.directory,
      founding: { Founding(quotes: Workshop.quotes(0..<3), timeZone: "UTC", seed: 7) },
      clock: { clock.now })
  }

  private static func editor(
    _ name: String = "t1", method: String = "/quotes/Create", digest: [UInt8] = [1, 2, 3],
    id: String = "5f0c6c1e"
  ) -> Editor {
    Editor(
      name: name, role: .editor,
      request: RepeatableRequest(id: id, method: method, digest: digest))
  }

  private func create(_ number: Int, by editor: Editor) async throws(EditProblem)
    -> CreateQuoteResponse
  {
    try await catalogue.createQuote(Workshop.quote(number), by: editor)
  }

  @Test("is answered as the first was and not carried out, whatever happened since")
  func repeated() async throws {
    let first = try await create(7, by: Self.editor())
    let id = first.quote?.id ?? ""
    #expect(try await create(7, by: Self.editor()) == first)
    _ = try await catalogue.deleteQuote(id: id, etag: "", by: .local)
    #expect(try await create(7, by: Self.editor()) == first)
    #expect(catalogue.snapshots.latest.row(id: id) == nil)
  }

  @Test("is answered as the first was after a restart, also where nothing was changed")
  func restarted() async throws {
    let other = try Workshop()
    var quote = Workshop.quote(0)
    var first = UpdateQuoteResponse()
    do {
      let catalogue = try other.open(founding: Workshop.quotes(0..<3))
      quote.id = try catalogue.snapshots.latest.allQuotes()[0].id
      first = try await catalogue.updateQuote(quote, mask: nil, by: Self.editor())
      quote.source = "Changed by another."
      _ = try await catalogue.updateQuote(quote, mask: nil, by: .local)
      quote.source = ""
      await catalogue.close()
    }
    let catalogue = try other.open()
    #expect(try await catalogue.updateQuote(quote, mask: nil, by: Self.editor()) == first)
    #expect(try catalogue.snapshots.latest.allQuotes()[0].source == "Changed by another.")
  }

  @Test("is refused where it says something else")
  func reused() async throws {
    _ = try await create(7, by: Self.editor())
    for editor in [Self.editor(digest: [1, 2, 4]), Self.editor(method: "/quotes/Other")] {
      await expect(.requestReused(id: "5f0c6c1e")) { _ = try await create(8, by: editor) }
    }
    #expect(catalogue.snapshots.latest.count == 4)
  }

  @Test("is another's where another sends it")
  func scope() async throws {
    _ = try await create(7, by: Self.editor())
    let response = try await create(8, by: Self.editor("t2", digest: [9]))
    #expect(response.quote?.text == Workshop.quote(8).text)
  }

  @Test(
    "is carried out anew after 24 hours", arguments: [(86_400, 4), (86_401, 5)] as [(Int64, Int)])
  func forgotten(seconds: Int64, count: Int) async throws {
    _ = try await create(7, by: Self.editor())
    clock.seconds.withLock { $0 += seconds }
    _ = try? await create(8, by: Self.editor())
    #expect(catalogue.snapshots.latest.count == count)
  }

  @Test("is carried out where the first was refused")
  func refusedFirst() async throws {
    let id = try catalogue.snapshots.latest.allQuotes()[0].id
    await expect(.quotePresent(id: id)) { _ = try await create(0, by: Self.editor()) }
    _ = try await catalogue.purgeQuote(id: id, reason: "law", by: .local)
    await expect(.deletedBefore(id: id)) { _ = try await create(0, by: Self.editor()) }
    #expect(try await create(7, by: Self.editor()).quote?.text == Workshop.quote(7).text)
  }

  @Test("forgets the answer that holds what was purged")
  func purged() async throws {
    let first = try await create(7, by: Self.editor())
    let id = first.quote?.id ?? ""
    _ = try await catalogue.purgeQuote(id: id, reason: "law", by: .local)
    await expect(.deletedBefore(id: id)) { _ = try await create(7, by: Self.editor()) }
  }

  @Test("needs a name of a usual length", arguments: ["", String(repeating: "x", count: 65)])
  func badName(id: String) async throws {
    let problem = await problem { _ = try await create(7, by: Self.editor(id: id)) }
    #expect(problem?.kind == .invalid && problem?.field == "request_id")
    #expect(catalogue.snapshots.latest.count == 3)
  }
}
