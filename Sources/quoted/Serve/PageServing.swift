// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteCommandLine
internal import QuoteComposer
internal import QuoteModel
internal import QuotePages
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import RPCTransport

/// What `quoted serve` is to readers: its pages, which ask the same methods as every caller.
struct PageServing: Sendable {
  static let none = Option(
    flag: "no-pages",
    help:
      "Serves no pages at / and /q/ID, to which the links of messages lead: only methods.",
    environment: "QUOTED_NO_PAGES")

  private let catalogue: Catalogue
  private let search: QuoteSearch
  private let zones: ZoneSource
  private let links: LinkBase
  private let clock: ServerClock

  /// Brings together what the pages are made of; nil where none are wanted.
  init?(
    _ invocation: Invocation, _ catalogue: Catalogue, _ search: QuoteSearch, _ zones: ZoneSource,
    _ links: LinkBase, _ clock: ServerClock
  ) {
    guard !invocation.has(Self.none) else { return nil }
    self.catalogue = catalogue
    self.search = search
    self.zones = zones
    self.links = links
    self.clock = clock
  }

  /// Answers requests for pages that come by a door: only that of readers has any.
  func responder(behind door: Door) -> WebResponder? {
    guard door == .reading else { return nil }
    let (links, clock) = (links, clock)
    let pages = WebPages(
      source: source, publicURL: { links.url.description }, clock: { clock.now() })
    return { request in await pages.answer(request) }
  }

  private var source: PageSource {
    PageSource(
      daily: { request async throws(Status) in try await call(DailyQuote.self, request) },
      quote: { request async throws(Status) in try await call(GetQuote.self, request) },
      list: { request async throws(Status) in try await call(ListQuotes.self, request) },
      search: { request async throws(Status) in try await call(SearchQuotes.self, request) })
  }

  /// Calls a method. The service lives as long as the call: one that was kept would hold on to the
  /// catalogue as it was when a page was last asked for, and pages are asked for off the loops.
  private func call<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request
  ) async throws(Status) -> Method.Response {
    let (links, clock) = (links, clock)
    var router = Router()
    QuoteService(
      reader: CatalogueReader(catalogue.snapshots), search: search, watch: nil,
      zones: ZoneReader(zones), publicURL: { links.url }, clock: { clock.now() }
    ).register(on: &router)
    return try await router.call(method, request)
  }
}
