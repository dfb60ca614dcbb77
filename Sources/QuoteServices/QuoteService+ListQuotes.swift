// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteService {
  /// A page of the catalogue: the rows' ready bytes, then what follows them.
  func listQuotes(
    _ request: borrowing ListQuotesRequest, _ output: inout [UInt8]
  ) throws(Status) {
    let snapshot = try snapshot(atLeast: request.minRevision)
    let tail: PageTail
    do throws(ListProblem) {
      tail = try snapshot.appendPage(copy request, to: &output)
    } catch {
      throw Self.refusal(error)
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
