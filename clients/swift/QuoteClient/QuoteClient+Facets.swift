// SPDX-License-Identifier: Apache-2.0

internal import QuoteWire

extension QuoteClient {
  /// All creators by name, with their numbers of quotes; they come page by page, and a loop over them
  /// asks for the next page by itself.
  ///
  /// - Parameters:
  ///   - prefix: Only names that begin so, whatever the case and accents; empty = all.
  ///   - pageSize: How many to get at a time; 0 = 50, above 1,000 = 1,000.
  ///   - timeout: How long each page may take; nil = the client's.
  public func creators(
    prefix: String = "", pageSize: Int = 0, timeout: Duration? = nil
  ) -> PagedSequence<ListCreatorsResponse, Facet> {
    PagedSequence(
      pages: creatorsPages(prefix: prefix, pageSize: pageSize, timeout: timeout),
      elements: \.creators)
  }

  /// All pages of the creators, each asked for when it is needed; see `creatorsPage`.
  public func creatorsPages(
    prefix: String = "", pageSize: Int = 0, pageToken: String = "", timeout: Duration? = nil
  ) -> Pages<ListCreatorsResponse> {
    Pages(from: pageToken, next: \.nextPageToken) { token, _ throws(Status) in
      try await self.creatorsPage(
        prefix: prefix, pageSize: pageSize, pageToken: token, timeout: timeout)
    }
  }

  /// Asks for one page of the creators.
  ///
  /// - Parameters:
  ///   - prefix: Only names that begin so, whatever the case and accents; empty = all.
  ///   - pageSize: The most names to get; 0 = 50, above 1,000 = 1,000.
  ///   - pageToken: The `nextPageToken` of the page before, asked for with the same prefix; empty =
  ///     from the start.
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Returns: The page; an empty `nextPageToken` means that it is the last.
  /// - Throws: `invalidArgument` for a negative number, a prefix of more than 1,000 bytes, or a token
  ///   that was altered or belongs to another prefix.
  public func creatorsPage(
    prefix: String = "", pageSize: Int = 0, pageToken: String = "", timeout: Duration? = nil
  ) async throws(Status) -> ListCreatorsResponse {
    guard pageSize >= 0 else { throw .negativePageSize(pageSize) }
    var request = ListCreatorsRequest()
    request.prefix = prefix
    request.pageSize = Int32(clamping: pageSize)
    request.pageToken = pageToken
    return try await read(ListCreators.self, request, timeout: timeout)
  }

  /// All tags by name, with their numbers of quotes; see `creators`.
  public func tags(
    prefix: String = "", pageSize: Int = 0, timeout: Duration? = nil
  ) -> PagedSequence<ListTagsResponse, Facet> {
    PagedSequence(
      pages: tagsPages(prefix: prefix, pageSize: pageSize, timeout: timeout), elements: \.tags)
  }

  /// All pages of the tags, each asked for when it is needed; see `tagsPage`.
  public func tagsPages(
    prefix: String = "", pageSize: Int = 0, pageToken: String = "", timeout: Duration? = nil
  ) -> Pages<ListTagsResponse> {
    Pages(from: pageToken, next: \.nextPageToken) { token, _ throws(Status) in
      try await self.tagsPage(
        prefix: prefix, pageSize: pageSize, pageToken: token, timeout: timeout)
    }
  }

  /// Asks for one page of the tags; see `creatorsPage`.
  public func tagsPage(
    prefix: String = "", pageSize: Int = 0, pageToken: String = "", timeout: Duration? = nil
  ) async throws(Status) -> ListTagsResponse {
    guard pageSize >= 0 else { throw .negativePageSize(pageSize) }
    var request = ListTagsRequest()
    request.prefix = prefix
    request.pageSize = Int32(clamping: pageSize)
    request.pageToken = pageToken
    return try await read(ListTags.self, request, timeout: timeout)
  }
}
