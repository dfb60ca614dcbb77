// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteSystem
internal import QuoteWire
internal import RPCCore
internal import Synchronization
internal import Testing

/// A folder for one test, removed behind it, and quotes to put into it.
final class Workshop: Sendable {
  /// The data directory, which does not exist yet.
  let directory: String
  private let folder: URL

  /// 2026-02-14T12:00:00Z.
  static let noon = Timestamp(seconds: 1_771_070_400)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "catalogue-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    directory = folder.appending(path: "data").path
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Opens the catalogue of the folder, at noon.
  func open(
    founding quotes: [Quote] = [], seed: UInt64 = 7
  ) throws(CatalogueError) -> Catalogue {
    try open(founding: quotes, seed: seed, clock: MovingClock(Self.noon))
  }

  /// Opens the catalogue of the folder by a clock that the test moves.
  ///
  /// The writer's thread may hold one that the test has let go of until it has ended a write, for a
  /// moment after the write has returned.
  func open(
    founding quotes: [Quote] = [], seed: UInt64 = 7, clock: MovingClock
  ) throws(CatalogueError) -> Catalogue {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      do throws(CatalogueError) {
        return try openAtOnce(founding: quotes, seed: seed, clock: clock)
      } catch {
        guard case .system(let cause) = error, ContinuousClock.now < end,
          cause.reason == .heldBy(process: Host.processID)
        else { throw error }
      }
    }
  }

  /// Opens the catalogue of the folder, which nobody may have open.
  func openAtOnce(
    founding quotes: [Quote] = [], seed: UInt64 = 7, clock: MovingClock = MovingClock(noon)
  ) throws(CatalogueError) -> Catalogue {
    try Catalogue(
      directory: directory,
      founding: { Founding(quotes: quotes, timeZone: "Europe/Berlin", seed: seed) },
      clock: { clock.now })
  }

  /// Opens the catalogue of the folder for as long as a body runs, so that it can be opened again
  /// then: one that is only let go may be closed later.
  func visit(
    founding quotes: [Quote] = [], clock: MovingClock = MovingClock(Workshop.noon),
    _ body: (Catalogue) async throws -> Void
  ) async throws {
    let catalogue = try open(founding: quotes, clock: clock)
    do {
      try await body(catalogue)
    } catch {
      await catalogue.close()
      throw error
    }
    await catalogue.close()
  }

  /// A quote of nothing but a number, by one of a few creators.
  static func quote(_ number: Int) -> Quote {
    var quote = Quote()
    quote.text = "Text number \(number)."
    quote.creator = "Creator \(number % 7)"
    quote.language = "en"
    quote.tags = ["number", "tag\(number % 5)"]
    return quote
  }

  /// Numbered quotes.
  static func quotes(_ numbers: Range<Int>) -> [Quote] { numbers.map(quote) }
}

/// A clock that stands still until a test moves it.
final class MovingClock: Sendable {
  private let time: Mutex<Timestamp>

  init(_ time: Timestamp) { self.time = Mutex(time) }

  var now: Timestamp { time.withLock { $0 } }

  /// Sets it to noon in UTC of a date.
  func set(_ date: String) throws {
    let day = try CivilDate(date).daysSinceEpoch
    time.withLock { $0 = Timestamp(seconds: Int64(day) * 86_400 + 43_200) }
  }

  /// Sets it forward.
  func advance(days: Int) { time.withLock { $0.seconds += Int64(days) * 86_400 } }
}

extension Catalogue {
  /// Adds quotes as an import does, in batches.
  @discardableResult
  func add(_ quotes: [Quote]) async throws(EditProblem) -> [ImportedQuote] {
    var outcomes: [ImportedQuote] = []
    for start in stride(from: 0, to: quotes.count, by: Self.batchSize) {
      let batch = Array(quotes[start..<min(start + Self.batchSize, quotes.count)])
      outcomes += try await importQuotes(batch, options: .plain, by: .local).outcomes
    }
    return outcomes
  }
}

extension ImportedQuote {
  static func added(id: String) -> Self { Self(.added, id) }
  static func present(id: String) -> Self { Self(.present, id) }
  static func deletedBefore(id: String) -> Self { Self(.deletedBefore, id) }

  private init(_ outcome: ImportOutcome, _ id: String) {
    self.init()
    self.outcome = outcome
    self.id = id
  }
}

/// The quotes of a page, decoded from its bytes.
func decodedQuotes(_ bytes: [UInt8]) throws -> [Quote] {
  try ListQuotesResponse(wire: bytes.span).quotes
}

extension CatalogueSnapshot {
  /// All quotes, by way of pages.
  func allQuotes(pageSize: Int32 = 1_000) throws -> [Quote] {
    var request = ListQuotesRequest()
    request.pageSize = pageSize
    var filter = QuoteFilter()
    filter.includeMature = true
    request.filter = filter
    var bytes: [UInt8] = []
    repeat {
      request.pageToken = try appendPage(request, to: &bytes).nextPageToken
    } while !request.pageToken.isEmpty
    return try decodedQuotes(bytes)
  }
}
