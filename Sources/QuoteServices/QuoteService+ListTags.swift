// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteService {
  /// A page of tags by name, with their numbers of quotes: at once, but for the first of a large
  /// catalogue.
  func listTags(
    _ request: borrowing ListTagsRequest, _ output: inout [UInt8]
  ) throws(Status) -> LaterAnswer? {
    let snapshot = reader.snapshot
    guard snapshot.hasTagIndex else {
      let request = copy request
      return later(atLeast: 0) { snapshot, output throws(Status) in
        try Self.listTags(request, in: snapshot).append(to: &output)
      }
    }
    try Self.listTags(request, in: snapshot).append(to: &output)
    return nil
  }

  private static func listTags(
    _ request: borrowing ListTagsRequest, in snapshot: CatalogueSnapshot
  ) throws(Status) -> ListTagsResponse {
    do throws(ListProblem) {
      return try snapshot.tags(copy request)
    } catch {
      throw refusal(error)
    }
  }
}
