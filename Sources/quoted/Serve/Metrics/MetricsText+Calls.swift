// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTelemetry
internal import RPCTransport

/// Calls, under the names that gRPC's users know from the middleware of grpc-go and grpc-java.
extension MetricsText {
  /// Adds how the calls of each method went.
  mutating func add(calls methods: [MethodCounts]) {
    let methods = methods.map { (labels: Self.labels($0), counts: $0.counts) }
    begin("grpc_server_started_total", .counter, "Calls that have begun, over both protocols.")
    for (labels, counts) in methods { add(counts.started, labels) }
    begin("grpc_server_handled_total", .counter, "Calls that have ended, by their code.")
    for (labels, counts) in methods {
      for (number, count) in counts.codes.enumerated() where count > 0 || number == 0 {
        add(count, labels + [("grpc_code", Self.codes[number])])
      }
    }
    begin("grpc_server_msg_received_total", .counter, "Request messages that have come.")
    for (labels, counts) in methods { add(counts.received, labels) }
    begin("grpc_server_msg_sent_total", .counter, "Response messages that were made.")
    for (labels, counts) in methods { add(counts.sent, labels) }
    begin(
      "grpc_server_handling_seconds", .histogram,
      "From the turn of the loop that brought the call to the end of its answer.")
    for (labels, counts) in methods {
      addHistogram(
        bounds: MethodTally.bounds, counts: counts.times, nanoseconds: counts.nanoseconds, labels)
    }
  }

  /// Codes as grpc-go spells them, by their numbers.
  private static let codes = [
    "OK", "Canceled", "Unknown", "InvalidArgument", "DeadlineExceeded", "NotFound",
    "AlreadyExists", "PermissionDenied", "ResourceExhausted", "FailedPrecondition", "Aborted",
    "OutOfRange", "Unimplemented", "Internal", "Unavailable", "DataLoss", "Unauthenticated",
  ]

  private static func labels(_ method: MethodCounts) -> [Label] {
    let parts = (method.path?.description ?? "/unknown/unknown").split(separator: "/")
    return [
      ("grpc_type", method.kind.rawValue), ("grpc_service", String(parts.first ?? "")),
      ("grpc_method", String(parts.last ?? "")),
    ]
  }
}
