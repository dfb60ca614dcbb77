// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteCatalogue
internal import QuoteModel

/// A catalogue of its own with a search over it.
final class SearchShop: Sendable {
  let workshop: Workshop
  let catalogue: Catalogue
  let search: QuoteSearch

  init(_ quotes: [Quote], in workshop: Workshop? = nil) throws {
    let workshop = try workshop ?? Workshop()
    self.workshop = workshop
    catalogue = try workshop.open(founding: quotes)
    search = try QuoteSearch(
      directory: workshop.directory, snapshots: catalogue.snapshots, threads: 2,
      report: { _ in })
  }

  /// Closes the index and the catalogue, so that both can be opened again.
  func close() async {
    await search.close()
    await catalogue.close()
  }

  static func request(_ query: String) -> SearchQuotesRequest {
    var request = SearchQuotesRequest()
    request.query = query
    return request
  }

  /// A page of what is in the catalogue now.
  func page(
    _ query: String, _ change: (inout SearchQuotesRequest) -> Void = { _ in }
  ) async throws(SearchProblem) -> SearchPage {
    var request = Self.request(query)
    change(&request)
    while true {
      do {
        return try await search.page(request)
      } catch .delayed(.making), .delayed(.behind) {
        // A busy machine may take longer than a caller would wait.
        continue
      }
    }
  }

  /// The texts of all pages, the best match first.
  func texts(
    _ query: String, _ change: (inout SearchQuotesRequest) -> Void = { _ in }
  ) async throws -> [String] {
    var token = ""
    var texts: [String] = []
    repeat {
      let page = try await page(query) {
        change(&$0)
        $0.pageToken = token
      }
      texts += try decodedQuotes(page.quotes).map(\.text)
      token = page.nextPageToken
    } while !token.isEmpty
    return texts
  }

  /// The index's file.
  static func index(in workshop: Workshop) -> String { workshop.directory + "/search.sqlite" }

  /// Tells a file from one that was made anew.
  static func identity(in workshop: Workshop) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: index(in: workshop))
    return attributes[.systemFileNumber] as? UInt64 ?? 0
  }
}
