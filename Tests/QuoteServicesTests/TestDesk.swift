// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Synchronization
internal import Testing

/// The services that write, over a catalogue of their own, called as the transport calls them by
/// whom a test says.
final class TestDesk {
  let catalogue: Catalogue
  private let folder: String
  private var router = Router()
  private let limits = Limits()

  /// What the limits of calls answer, and the keys that they were asked about.
  final class Limits: Sendable {
    let asked = Mutex<[String]>([])
    let isReached = Atomic(false)

    func take(_ key: String) -> Duration? {
      asked.withLock { $0.append(key) }
      return isReached.load(ordering: .relaxed) ? .milliseconds(1_500) : nil
    }
  }

  /// A caller on the network.
  static let stranger = Peer(address: "192.0.2.7", isLoopback: false, isUnixSocket: false)
  /// A caller by a Unix socket.
  static let neighbour = Peer(address: "unix", isLoopback: true, isUnixSocket: true)

  init(
    quotes: [Quote] = TestService.quotes(3), admitsUnixSockets: Bool = false,
    proxies: TrustedProxies = .none
  ) throws {
    folder = NSTemporaryDirectory() + "quoted-" + UUID().uuidString
    catalogue = try Catalogue(
      directory: folder, founding: { Founding(quotes: quotes, timeZone: "UTC", seed: 7) },
      clock: { Timestamp(seconds: 1_796_000_000) })
    let limits = limits
    let authority = Authority(
      admitsUnixSockets: admitsUnixSockets, proxies: proxies,
      limits: CallLimits(
        perAddress: nil, perToken: nil, failuresPerAddress: { limits.take($0) }))
    let zones = try ZoneDirectory(folders: ZoneDirectory.systemFolders)
    QuoteAdminService(
      catalogue, authority: authority,
      checkZone: { name throws(UnknownZone) in _ = try zones.rules(named: name) }
    ).register(on: &router)
    MaintenanceService(
      catalogue, keeper: try CatalogueKeeper(catalogue), authority: authority,
      examineProgram: { [Finding("program", .good, "it runs")] }
    ).register(on: &router)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The keys that failed tokens were counted by.
  var failures: [String] { limits.asked.withLock { $0 } }

  /// Makes every further failure one too many.
  func reachLimit() { limits.isReached.store(true, ordering: .relaxed) }

  /// Makes a token, and returns its id and its secret.
  func token(_ role: Role) async throws -> (id: String, secret: String) {
    let made = try await catalogue.createToken(name: "test", role: role, by: .local)
    return (try #require(made.token).id, made.secret)
  }

  /// Calls a method.
  func call<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request, token: String? = nil,
    peer: Peer = TestDesk.stranger, headers: [(String, String)] = []
  ) async throws -> Method.Response {
    let path = method.path.bytes
    let found = router.route(path.span)
    let route = try #require(found)
    var context = CallContext(peer: peer)
    if let token { context.metadata.append("authorization", Array("Bearer \(token)".utf8)) }
    for (name, value) in headers { context.metadata.append(name, Array(value.utf8)) }
    var output: [UInt8] = []
    let wire = request.wire
    guard case .response(let answer) = try route.run(wire.span, &context, &output) else {
      throw Unexpected()
    }
    let bytes = try await answer()
    return try Method.Response(wire: bytes.span)
  }

  /// The status that a call is refused with.
  func refusal<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request, token: String? = nil,
    peer: Peer = TestDesk.stranger, headers: [(String, String)] = []
  ) async throws -> Status {
    do {
      _ = try await call(method, request, token: token, peer: peer, headers: headers)
    } catch let status as Status {
      return status
    }
    throw Unexpected()
  }

  /// Calls a method that sends several responses, and hands each to `take`.
  func begin<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request, token: String,
    _ take: @escaping @Sendable ([UInt8]) async -> Void = { _ in }
  ) async throws {
    let path = method.path.bytes
    let found = router.route(path.span)
    let route = try #require(found)
    var context = CallContext(peer: Self.stranger)
    context.metadata.append("authorization", Array("Bearer \(token)".utf8))
    var output: [UInt8] = []
    let wire = request.wire
    guard case .replies(let run) = try route.run(wire.span, &context, &output) else {
      throw Unexpected()
    }
    try await run(Sink(take: take))
  }

  private struct Sink: ReplySink {
    let take: @Sendable ([UInt8]) async -> Void

    func waitForRoom(of byteCount: Int) async throws(Status) {}
    func send(_ encoded: [UInt8]) async throws(Status) { await take(encoded) }
  }

  /// All responses of a method that sends several, as this process gets them of itself.
  func responses<Method: RPCMethod>(
    of method: Method.Type, _ request: Method.Request
  ) async throws -> [Method.Response] {
    let kept = Mutex<[Method.Response]>([])
    try await router.stream(method, request) { response throws(Status) in
      kept.withLock { $0.append(response) }
    }
    return kept.withLock { $0 }
  }

  /// The call was answered where it should have been refused, or the other way round.
  struct Unexpected: Error {}
}
