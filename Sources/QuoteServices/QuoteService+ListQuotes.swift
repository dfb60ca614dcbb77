// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteService {
  /// A page of the catalogue: at once, but for a revision that has not come, or the first page by
  /// creator of a large catalogue.
  func listQuotes(
    _ request: borrowing ListQuotesRequest, _ output: inout [UInt8]
  ) throws(Status) -> LaterAnswer? {
    let snapshot = reader.snapshot
    guard snapshot.revision >= request.minRevision,
      request.order != .creator || snapshot.hasCreatorIndex
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
