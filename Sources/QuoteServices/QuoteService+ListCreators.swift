// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteService {
  /// A page of creators by name, with their numbers of quotes: at once, but for the first of a large
  /// catalogue.
  func listCreators(
    _ request: borrowing ListCreatorsRequest, _ output: inout [UInt8]
  ) throws(Status) -> LaterAnswer? {
    let snapshot = reader.snapshot
    guard snapshot.hasCreatorIndex else {
      let request = copy request
      return later(atLeast: 0) { snapshot, output throws(Status) in
        try Self.listCreators(request, in: snapshot).append(to: &output)
      }
    }
    try Self.listCreators(request, in: snapshot).append(to: &output)
    return nil
  }

  private static func listCreators(
    _ request: borrowing ListCreatorsRequest, in snapshot: CatalogueSnapshot
  ) throws(Status) -> ListCreatorsResponse {
    do throws(ListProblem) {
      return try snapshot.creators(copy request)
    } catch {
      throw refusal(error)
    }
  }
}
