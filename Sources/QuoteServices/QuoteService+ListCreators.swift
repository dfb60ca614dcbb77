// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension QuoteService {
  /// A page of creators by name, with their numbers of quotes.
  func listCreators(
    _ request: borrowing ListCreatorsRequest
  ) throws(Status) -> ListCreatorsResponse {
    do throws(ListProblem) {
      return try reader.snapshot.creators(copy request)
    } catch {
      throw Self.refusal(error)
    }
  }
}
