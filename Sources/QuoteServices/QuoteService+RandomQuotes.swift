// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteService {
  /// Distinct quotes by chance: at once, but in a large catalogue for the first draw by creators and
  /// the first by a filter.
  ///
  /// Without a seed the system's generator gives one for this call alone: loops share nothing that
  /// could make two callers draw alike.
  func randomQuotes(
    _ request: borrowing RandomQuotesRequest, _ output: inout [UInt8]
  ) throws(Status) -> LaterAnswer? {
    let snapshot = reader.snapshot
    guard !request.balanceCreators || snapshot.hasCreatorIndex,
      snapshot.filtersAtOnce(request.filter, unlessMoreThan: PageLimits.quotesFilteredAtOnce)
    else {
      let request = copy request
      return later(atLeast: 0) { snapshot, output throws(Status) in
        try Self.randomQuotes(request, in: snapshot, &output)
      }
    }
    try Self.randomQuotes(request, in: snapshot, &output)
    return nil
  }

  /// Appends the rows' ready bytes, then the revision.
  private static func randomQuotes(
    _ request: borrowing RandomQuotesRequest, in snapshot: CatalogueSnapshot,
    _ output: inout [UInt8]
  ) throws(Status) {
    var system = SystemRandomNumberGenerator()
    let seed = request.seed == 0 ? system.next() : request.seed
    do throws(ListProblem) {
      try snapshot.appendDraw(copy request, seed: seed, to: &output)
    } catch {
      throw refusal(error)
    }
    var rest = RandomQuotesResponse()
    rest.revision = snapshot.revision
    rest.append(to: &output)
  }
}
