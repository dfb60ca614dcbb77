// SPDX-License-Identifier: Apache-2.0

internal import QuoteWire

extension QuoteClient {
  /// Adds a batch of quotes, whole or not at all; sending it twice is the same as once.
  ///
  /// It needs a token of role EDITOR, and of role ADMIN to keep ids.
  ///
  /// - Parameters:
  ///   - quotes: 1,000 at most.
  ///   - restoreDeleted: Whether quotes that were deleted before come back; else they stay deleted.
  ///   - keepIDs: Whether ids and times are taken over, to copy a catalogue: then quotes with a time
  ///     of deletion are added as deleted.
  ///   - dryRun: Only tells what would happen.
  ///   - timeout: How long the call may take; nil = the client's.
  /// - Returns: What became of each quote, in the same order: one that breaks a limit is rejected by
  ///   itself.
  /// - Throws: `invalidArgument` for more than 1,000 quotes, `unauthenticated` and
  ///   `permissionDenied` where the token is not good for it.
  public func importQuotes(
    _ quotes: [Quote], restoreDeleted: Bool = false, keepIDs: Bool = false,
    dryRun: Bool = false, timeout: Duration? = nil
  ) async throws(Status) -> ImportQuotesResponse {
    try require(
      quotes.count <= 1_000, "quotes", "There are \(quotes.count) quotes; send 1,000 at a time.")
    var request = ImportQuotesRequest()
    request.quotes = quotes
    request.restoreDeleted = restoreDeleted
    request.keepIDs = keepIDs
    request.dryRun = dryRun
    let response = try await write(
      ImportQuotes.self, request, timeout: timeout, isRepeatable: true)
    guard response.outcomes.count == quotes.count else {
      throw Status(
        .internal,
        "The server told of \(response.outcomes.count) quotes where \(quotes.count) were sent.")
    }
    return response
  }
}
