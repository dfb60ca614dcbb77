// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension QuoteService {
  /// A page of tags by name, with their numbers of quotes.
  func listTags(_ request: borrowing ListTagsRequest) throws(Status) -> ListTagsResponse {
    do throws(ListProblem) {
      return try reader.snapshot.tags(copy request)
    } catch {
      throw Self.refusal(error)
    }
  }
}
