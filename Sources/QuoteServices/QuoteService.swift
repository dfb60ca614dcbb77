// SPDX-License-Identifier: Apache-2.0

package import QuoteCatalogue
package import QuoteComposer
package import QuoteModel
internal import QuoteWire
package import RPCCore

/// `quotes.v1.QuoteService`: the methods that read. Each event loop has one of its own.
///
/// A method is a file: it validates, asks the catalogue, and answers. Nearly all calls run inline:
/// they read memory only and never wait. What waits for a revision or for the search index, or makes
/// an index of a large catalogue first, is left to a task. Methods of the contract that are not
/// registered here answer UNIMPLEMENTED.
package final class QuoteService {
  let reader: CatalogueReader
  let search: QuoteSearch?
  private let watch: DailyWatch?
  let zones: ZoneReader
  /// What links to quotes begin with.
  let publicURL: () -> PublicURL
  let clock: () -> Timestamp
  let dailyReplies = DailyReplies()

  /// Creates the service of one loop.
  ///
  /// - Parameters:
  ///   - search: What answers SearchQuotes; nil where nobody searches.
  ///   - watch: What answers WatchDailyQuote; nil where nobody watches.
  ///   - publicURL: Tells what links begin with: it may depend on a port that is not known yet.
  ///   - clock: Tells the time in UTC.
  package init(
    reader: CatalogueReader, search: QuoteSearch?, watch: DailyWatch?, zones: ZoneReader,
    publicURL: @escaping () -> PublicURL,
    clock: @escaping () -> Timestamp
  ) {
    self.reader = reader
    self.search = search
    self.watch = watch
    self.zones = zones
    self.publicURL = publicURL
    self.clock = clock
  }

  /// Registers the methods.
  package func register(on router: inout Router) {
    router.onReadyOrLater(ListQuotes.self) { [self] request, _, output throws(Status) in
      try listQuotes(request, &output)
    }
    router.onReadyOrLater(GetQuote.self) { [self] request, _, output throws(Status) in
      try getQuote(request, &output)
    }
    if let search {
      router.onReadyOrLater(SearchQuotes.self) { request, _, _ throws(Status) in
        let request = copy request
        return .response { () async throws(Status) in
          try await Self.searchQuotes(request, in: search)
        }
      }
    }
    router.onReadyOrLater(RandomQuotes.self) { [self] request, _, output throws(Status) in
      try randomQuotes(request, &output)
    }
    router.onReadyOrLater(ListCreators.self) { [self] request, _, output throws(Status) in
      try listCreators(request, &output)
    }
    router.onReadyOrLater(ListTags.self) { [self] request, _, output throws(Status) in
      try listTags(request, &output)
    }
    router.onReady(DailyQuote.self) { [self] request, _, output throws(Status) in
      try dailyQuote(request, &output)
    }
    router.onReady(ListDailyQuotes.self) { [self] request, _, output throws(Status) in
      try listDailyQuotes(request, &output)
    }
    if let watch {
      router.onStream(WatchDailyQuote.self) { request, _, replies async throws(Status) in
        try await watch.send(request, to: replies)
      }
    }
    router.on(ListCalendars.self) { [self] _, _ throws(Status) in listCalendars() }
    router.onReadyOrLater(ComposeMessage.self) { [self] request, _, output throws(Status) in
      try composeMessage(request, &output)
    }
  }

  /// Finds days by the zones that this loop has seen last.
  var days: DayFinder { DayFinder(zones: zones.directory) }

  /// Leaves a call to a task, which answers it from a snapshot that has seen a revision: waits for
  /// that, `patience` at most.
  func later(
    atLeast revision: UInt64,
    _ answer: @escaping @Sendable (CatalogueSnapshot, inout [UInt8]) throws(Status) -> Void
  ) -> LaterAnswer {
    let source = reader.source
    return .response { () async throws(Status) in
      guard let snapshot = await source.snapshot(atLeast: revision, within: Self.patience) else {
        throw Self.notSeen(revision, newest: source.latest.revision)
      }
      var response: [UInt8] = []
      try answer(snapshot, &response)
      return response
    }
  }

  /// How long a read waits for the revision that it names.
  private static let patience = Duration.seconds(2)

  private static func notSeen(_ revision: UInt64, newest: UInt64) -> Status {
    .refusal(
      .unavailable,
      "The catalogue is at revision \(newest) and has not seen \(revision) yet: try again, or ask "
        + "with a lower min_revision.",
      reason: "REVISION_NOT_SEEN", retryAfter: patience)
  }
}
