// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteCatalogue
internal import QuoteComposer
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Synchronization
internal import Testing

/// The service over a catalogue of its own, called as a loop calls it, at a time that tests move.
final class TestService {
  let catalogue: Catalogue
  private let folder: String
  private var router = Router()
  /// Where the service finds its zones.
  let zones: ZoneSource
  /// Ends what would never end by itself.
  let shutdown = ShutdownNotice()
  /// What answers WatchDailyQuote.
  let watch: DailyWatch
  private let clock: Clock

  /// A clock that stands still until a test moves it.
  private final class Clock: Sendable {
    let time = Mutex(Timestamp(seconds: 0))
    let looks = Atomic(0)

    var now: Timestamp {
      looks.add(1, ordering: .relaxed)
      return time.withLock { $0 }
    }
  }

  /// Founds a catalogue: at 2026-11-30T00:53:20Z where no time is given.
  init(quotes: [Quote], foundedAt seconds: Int64 = 1_796_000_000) throws {
    folder = NSTemporaryDirectory() + "quoted-" + UUID().uuidString
    let clock = Clock()
    clock.time.withLock { $0 = Timestamp(seconds: seconds) }
    self.clock = clock
    zones = ZoneSource(try ZoneDirectory(folders: ZoneDirectory.systemFolders))
    catalogue = try Catalogue(
      directory: folder, founding: { Founding(quotes: quotes, timeZone: "UTC", seed: 7) },
      clock: { clock.now })
    let publicURL = try PublicURL("https://quotes.example.org")
    watch = DailyWatch(
      snapshots: catalogue.snapshots, zones: zones, shutdown: shutdown, clock: { clock.now })
    let service = QuoteService(
      reader: CatalogueReader(catalogue.snapshots),
      search: try QuoteSearch(
        directory: folder, snapshots: catalogue.snapshots, threads: 1, report: { _ in }),
      watch: watch,
      zones: ZoneReader(zones), publicURL: { publicURL }, clock: { clock.now })
    service.register(on: &router)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// How often somebody has looked at the clock.
  var looksAtClock: Int { clock.looks.load(ordering: .relaxed) }

  /// Sets the clock.
  func set(_ seconds: Int64, nanoseconds: Int32 = 0) {
    clock.time.withLock { $0 = Timestamp(seconds: seconds, nanoseconds: nanoseconds) }
  }

  /// Calls a method by its path and bytes, as the transport does.
  func call<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request
  ) throws -> Method.Response {
    let path = method.path.bytes
    let found = router.route(path.span)
    let route = try #require(found)
    var context = CallContext(peer: .thisProcess)
    var output: [UInt8] = []
    let wire = request.wire
    let later = try route.run(wire.span, &context, &output)
    #expect(later == nil, "It answers at once.")
    return try Method.Response(wire: output.span)
  }

  /// Whether a call is left to a task.
  func isLeftToTask<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request
  ) throws -> Bool {
    let path = method.path.bytes
    let found = router.route(path.span)
    let route = try #require(found)
    var context = CallContext(peer: .thisProcess)
    var output: [UInt8] = []
    let wire = request.wire
    return try route.run(wire.span, &context, &output) != nil
  }

  /// The quote of a day.
  func daily(
    date: String = "", zone: String = "", calendar: String = ""
  ) throws -> DailyQuoteResponse {
    var request = DailyQuoteRequest()
    request.date = date
    request.timeZone = zone
    request.calendar = calendar
    return try call(DailyQuote.self, request)
  }

  /// Calls a method that may wait.
  func wait<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request
  ) async throws(Status) -> Method.Response {
    try await router.call(method, request)
  }

  /// The status that a call is refused with.
  func refusal<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request
  ) throws -> Status {
    try #require(throws: Status.self) { try self.call(method, request) }
  }

  /// So many English quotes of different creators.
  static func quotes(_ count: Int) -> [Quote] {
    (0..<count).map { number in
      var quote = Quote()
      quote.text = "Saying number \(number)."
      quote.creator = "Creator \(number)"
      quote.language = "en"
      return quote
    }
  }
}

extension Status {
  /// The fields that a refusal names.
  var fields: [String] {
    var fields: [String] = []
    for case .badRequest(let violations) in details { fields += violations.map(\.field) }
    return fields
  }

  /// The reason that a refusal gives.
  var reason: String? {
    for detail in details {
      if case .errorInfo(let reason, let domain, _) = detail, domain == "quotes.v1" {
        return reason
      }
    }
    return nil
  }
}
