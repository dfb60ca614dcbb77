// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteAdminService {
  /// The most that a message takes, in bytes.
  private static let messageBytes = 1 << 20
  /// How much of an export is enough for one message, in bytes. A part of the last quote comes on
  /// top: by `QuoteLimits` none takes the half of what is left.
  private static let partBytes = messageBytes - (128 << 10)

  /// Sends the whole catalogue: of each message the quotes' ready bytes, then the revision.
  func exportQuotes(
    _ request: ExportQuotesRequest, to replies: ReplyStream<ExportQuotesResponse>
  ) async throws(Status) {
    var export = try await making { () throws(EditProblem) in
      try await catalogue.export(includingDeleted: request.includeDeleted)
    }
    var rest = ExportQuotesResponse()
    rest.totalSize = Int32(clamping: export.count)
    rest.revision = export.revision
    let tail = rest.wire
    var isFirst = true
    while true {
      try await replies.waitForRoom(of: Self.messageBytes)
      // A new one each time: none lies here while the next has no room.
      var part: [UInt8] = []
      // An empty catalogue has a revision too.
      guard export.appendPart(of: Self.partBytes, to: &part) || isFirst else { return }
      isFirst = false
      part += tail
      try await replies.send(part)
    }
  }
}
