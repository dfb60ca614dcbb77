// SPDX-License-Identifier: Apache-2.0

package import QuoteCatalogue
package import QuoteModel
internal import QuoteWire
package import RPCCore

/// WatchDailyQuote: sends today's quote at once, and then each day's when it is due. It keeps
/// nothing between calls: who comes back says by `after_date` what it has seen.
package struct DailyWatch: Sendable {
  private let snapshots: SnapshotSource
  private let zones: ZoneSource
  private let shutdown: ShutdownNotice
  private let clock: @Sendable () -> Timestamp

  /// Creates it.
  ///
  /// - Parameter clock: Tells the time in UTC.
  package init(
    snapshots: SnapshotSource, zones: ZoneSource, shutdown: ShutdownNotice,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.snapshots = snapshots
    self.zones = zones
    self.shutdown = shutdown
    self.clock = clock
  }

  /// Sends until the call or the server ends.
  package func send(
    _ request: WatchDailyQuoteRequest, to replies: ReplyStream<WatchDailyQuoteResponse>
  ) async throws(Status) {
    let first = try WatchRound(request)
    // What is wrong with the request is told at once, whenever the first quote is due.
    var trial = first
    _ = try trial.next(in: snapshots.latest, finder, at: clock())
    try await shutdown.run { () async throws(Status) in
      var round = first
      while !Task.isCancelled {
        let snapshot = snapshots.latest
        switch try round.next(in: snapshot, finder, at: clock()) {
        case .send(let response):
          try await replies.send(response)
        case .wait(let nanoseconds):
          await pause(nanoseconds, orUntilAfter: snapshot)
        }
      }
    }
  }

  private var finder: DayFinder { DayFinder(zones: zones.latest) }

  /// The machine's clock may be set, and its zones may change: so it looks at times.
  private static let longestPause: UInt64 = 60_000_000_000
  /// A catalogue may change hundreds of times a second, a day's quote hardly ever.
  private static let rest = Duration.seconds(1)

  /// Waits until a time has passed, or soon after the catalogue has changed.
  private func pause(_ nanoseconds: UInt64, orUntilAfter snapshot: CatalogueSnapshot) async {
    let limit = Duration.nanoseconds(Int64(min(nanoseconds, Self.longestPause)))
    let newer = await snapshots.snapshot(atLeast: snapshot.revision + 1, within: limit)
    if newer != nil { try? await Task.sleep(for: min(Self.rest, limit)) }
  }
}
