// SPDX-License-Identifier: Apache-2.0

internal import QuoteWire
internal import RPCTransport

extension QuoteClient {
  /// The whole catalogue at one revision, part by part in catalogue order.
  ///
  /// ```swift
  /// for try await part in client.export() {
  ///   for quote in part.quotes { print(quote.text) }
  /// }
  /// ```
  ///
  /// A copy is made by giving each part to another server's `importQuotes(_:keepIDs:)`. It needs a
  /// token of role EDITOR.
  ///
  /// - Parameters:
  ///   - includeDeleted: Whether quotes that were deleted come along, each with its `deleteTime`; of
  ///     those that were purged only ids and times are left.
  ///   - timeout: How long all of it may take; nil = as long as it is read.
  /// - Returns: The parts. Asking for the first begins the call; who reads slowly makes the server
  ///   wait. It throws `unauthenticated` and `permissionDenied` where the token is not good for it.
  public func export(includeDeleted: Bool = false, timeout: Duration? = nil) -> QuoteExport {
    var request = ExportQuotesRequest()
    request.includeDeleted = includeDeleted
    return QuoteExport(
      replies: channel.stream(
        ExportQuotes.self, request, options: options(timeout)))
  }
}
