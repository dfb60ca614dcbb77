// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteService {
  /// A page of the catalogue: at once, but for a revision that has not come, and in a large catalogue
  /// for the first page by creator and the first by a filter.
  func listQuotes(
    _ request: borrowing ListQuotesRequest, _ output: inout [UInt8]
  ) throws(Status) -> LaterAnswer? {
    let snapshot = reader.snapshot
    guard snapshot.revision >= request.minRevision,
      request.order != .creator || snapshot.hasCreatorIndex,
      snapshot.filtersAtOnce(request.filter, unlessMoreThan: PageLimits.quotesFilteredAtOnce)
    else {
      let request = copy request
      return later(atLeast: request.minRevision) { snapshot, output throws(Status) in
        try Self.listQuotes(request, in: snapshot, &output)
      }
    }
    try Self.listQuotes(request, in: snapshot, &output)
    return nil
  }

  /// Appends the rows' ready bytes, then what follows them.
  private static func listQuotes(
    _ request: borrowing ListQuotesRequest, in snapshot: CatalogueSnapshot,
    _ output: inout [UInt8]
  ) throws(Status) {
    let tail: PageTail
    do throws(ListProblem) {
      tail = try snapshot.appendPage(copy request, to: &output)
    } catch {
      throw refusal(error)
    }
    var rest = ListQuotesResponse()
    rest.nextPageToken = tail.nextPageToken
    rest.totalSize = tail.totalSize
    rest.revision = tail.revision
    rest.append(to: &output)
  }

  /// What a caller is told who asked for what can't be.
  static func refusal(_ error: ListProblem) -> Status {
    .refusal(.invalidArgument, error.description, reason: "INVALID_LIST", field: error.field)
  }
}
