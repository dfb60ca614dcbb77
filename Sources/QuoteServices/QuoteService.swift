// SPDX-License-Identifier: Apache-2.0

package import QuoteCatalogue
package import QuoteComposer
package import QuoteModel
internal import QuoteWire
package import RPCCore

/// `quotes.v1.QuoteService`: the methods that read. Each event loop has one of its own.
///
/// A method is a file: it validates, asks the catalogue, and answers. All of them run inline: they
/// read memory only and never wait. Methods of the contract that are not registered here answer
/// UNIMPLEMENTED.
package final class QuoteService {
  let reader: CatalogueReader
  let zones: ZoneReader
  /// What links to quotes begin with.
  let publicURL: () -> PublicURL
  let clock: () -> Timestamp
  let dailyReplies = DailyReplies()

  /// Creates the service of one loop.
  ///
  /// - Parameters:
  ///   - publicURL: Tells what links begin with: it may depend on a port that is not known yet.
  ///   - clock: Tells the time in UTC.
  package init(
    reader: CatalogueReader, zones: ZoneReader, publicURL: @escaping () -> PublicURL,
    clock: @escaping () -> Timestamp
  ) {
    self.reader = reader
    self.zones = zones
    self.publicURL = publicURL
    self.clock = clock
  }

  /// Registers the methods.
  package func register(on router: inout Router) {
    router.onReady(ListQuotes.self) { [self] request, _, output throws(Status) in
      try listQuotes(request, &output)
    }
    router.onReady(GetQuote.self) { [self] request, _, output throws(Status) in
      try getQuote(request, &output)
    }
    router.onReady(RandomQuotes.self) { [self] request, _, output throws(Status) in
      try randomQuotes(request, &output)
    }
    router.on(ListCreators.self) { [self] request, _ throws(Status) in
      try listCreators(request)
    }
    router.on(ListTags.self) { [self] request, _ throws(Status) in
      try listTags(request)
    }
    router.onReady(DailyQuote.self) { [self] request, _, output throws(Status) in
      try dailyQuote(request, &output)
    }
    router.onReady(ListDailyQuotes.self) { [self] request, _, output throws(Status) in
      try listDailyQuotes(request, &output)
    }
    router.on(ListCalendars.self) { [self] _, _ throws(Status) in listCalendars() }
    router.on(ComposeMessage.self) { [self] request, _ throws(Status) in
      try composeMessage(request)
    }
  }

  /// The newest snapshot, if it has seen a revision.
  ///
  /// Nothing writes while this service runs, so there is nothing to wait for: a revision that is
  /// not there now is refused at once.
  func snapshot(atLeast revision: UInt64) throws(Status) -> CatalogueSnapshot {
    let snapshot = reader.snapshot
    guard snapshot.revision >= revision else {
      throw .refusal(
        .unavailable,
        "The catalogue is at revision \(snapshot.revision) and has not seen \(revision) yet: try "
          + "again, or ask with a lower min_revision.",
        reason: "REVISION_NOT_SEEN", retryAfter: .seconds(2))
    }
    return snapshot
  }
}
