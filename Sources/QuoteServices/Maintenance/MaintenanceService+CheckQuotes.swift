// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension MaintenanceService {
  /// Sends the flaws of all quotes, in batches as they are found.
  func checkQuotes(to replies: ReplyStream<CheckQuotesResponse>) async throws(Status) {
    var check = CatalogueCheck(catalogue.snapshots.latest)
    var response = CheckQuotesResponse()
    response.quoteCount = Int64(check.quoteCount)
    response.revision = check.revision
    var hasSent = false
    while let flaws = check.next() {
      for start in stride(from: 0, to: flaws.count, by: Self.flawsInMessage) {
        try await replies.waitForRoom(of: Self.messageBytes)
        response.flaws = Array(flaws[start...].prefix(Self.flawsInMessage))
        try await replies.send(response)
        hasSent = true
      }
      await Task.yield()
    }
    guard !hasSent else { return }
    // A catalogue without a flaw is told of too: how much was looked at.
    response.flaws = []
    try await replies.send(response)
  }

  /// As many as a message has at most.
  private static let flawsInMessage = 1_000
  /// What these take, generously, in bytes.
  private static let messageBytes = 1 << 20
}
