// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteAdminService {
  /// How much of an export is enough for one message, in bytes. A part of the last quote comes on
  /// top: by `QuoteLimits` none takes the half of what is left to 1 MiB.
  private static let partBytes = 896 << 10

  /// Sends the whole catalogue: of each message the quotes' ready bytes, then the revision.
  func exportQuotes(
    _ request: ExportQuotesRequest, to replies: ReplyStream<ExportQuotesResponse>
  ) async throws(Status) {
    var export = try await making { () throws(EditProblem) in
      try await catalogue.export(includingDeleted: request.includeDeleted)
    }
    var rest = ExportQuotesResponse()
    rest.revision = export.revision
    let tail = rest.wire
    var part: [UInt8] = []
    var isFirst = true
    while export.appendPart(of: Self.partBytes, to: &part) || isFirst {
      // An empty catalogue has a revision too.
      isFirst = false
      part += tail
      try await replies.send(part)
      part.removeAll(keepingCapacity: true)
    }
  }
}
