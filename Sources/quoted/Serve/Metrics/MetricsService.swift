// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteServices
internal import QuoteSystem
internal import RPCHTTP1
internal import RPCTelemetry
internal import RPCTransport

/// What is served at `--metrics-listen`: whether the server takes calls, and how it fares.
final class MetricsService: Sendable {
  static let option = Option(
    "metrics-listen", value: Value("ADDRESS"),
    help: "Where /healthz and /metrics (for Prometheus) are served over HTTP/1.1, without TLS and "
      + "to anyone who can reach it: no quote and no caller's address is told there. Without it: "
      + "nowhere.",
    environment: "QUOTED_METRICS_LISTEN", isRepeatable: true)

  private let server: Server
  private let snapshots: SnapshotSource
  private let clock: ServerClock
  private let tls: ServerTLS?
  private let startedAt = DataDirectory.now()
  private let health: HealthBoard

  /// Tells of a server and of the catalogue that it serves.
  init(
    _ server: Server, _ catalogue: Catalogue, _ clock: ServerClock, _ tls: ServerTLS?,
    _ health: HealthBoard
  ) {
    self.server = server
    self.health = health
    snapshots = catalogue.snapshots
    self.clock = clock
    self.tls = tls
  }

  /// What serves it.
  var http: HTTP1Service { HTTP1Service { [self] head, _ in answer(head) } }

  private func answer(_ head: HTTP1RequestHead) -> HTTP1Response {
    let response: HTTP1Response
    switch head.path {
    case "/healthz":
      response =
        health.status == .serving
        ? HTTP1Response(.ok, text: "SERVING\n")
        : HTTP1Response(.unavailable, text: "NOT_SERVING: the server drains.\n")
    case "/metrics":
      response = HTTP1Response(
        .ok, contentType: MetricsText.contentType, body: Array(metrics.utf8))
    default:
      return HTTP1Response(.notFound, text: "There are /healthz and /metrics here.\n")
    }
    guard head.method == "GET" || head.method == "HEAD" else {
      return HTTP1Response(
        .methodNotAllowed, fields: [("allow", "GET, HEAD")], body: Array("Use GET.\n".utf8))
    }
    return response.uncached
  }

  private var metrics: String {
    var text = MetricsText()
    text.add(calls: server.methods)
    text.add(connectionsOf: server)
    text.add(catalogue: snapshots.latest, today: clock.now())
    text.add(certificateOf: tls)
    text.add(processSince: startedAt)
    return text.text
  }
}

extension HTTP1Response {
  /// The same, which nobody may keep: it is true for this moment only.
  fileprivate var uncached: HTTP1Response {
    var response = self
    response.fields.append(("cache-control", "no-store"))
    return response
  }
}
