// SPDX-License-Identifier: Apache-2.0

internal import RPCTelemetry
internal import RPCTransport

/// Connections, and what they carry.
extension MetricsText {
  private typealias Event = ServerCounters.Event

  /// Adds how the connections of a server fare.
  mutating func add(connectionsOf server: Server) {
    let count = { (event: Event) in server.count(event) }
    single(
      "quoted_connections_opened_total", .counter, "Connections that were taken.",
      count(.connectionOpened))
    single(
      "quoted_connections_open", .gauge, "Connections that are open.",
      count(.connectionOpened) - count(.connectionClosed))
    begin("quoted_connections_protocol_open", .gauge, "Open connections, by what they speak.")
    add(count(.http2Connection) - count(.http2ConnectionClosed), [("protocol", "grpc")])
    let delimited = count(.delimitedConnection) - count(.delimitedConnectionClosed)
    add(delimited, [("protocol", "delimited")])
    add(count(.http1Connection) - count(.http1ConnectionClosed), [("protocol", "http1")])
    begin(
      "quoted_connections_protocol_total", .counter,
      "Connections that were taken, by what they speak.")
    add(count(.http2Connection), [("protocol", "grpc")])
    add(count(.delimitedConnection), [("protocol", "delimited")])
    add(count(.http1Connection), [("protocol", "http1")])
    single(
      "quoted_tls_connections_open", .gauge, "Open connections that speak TLS.",
      count(.tlsConnection) - count(.tlsConnectionClosed))
    single(
      "quoted_tls_connections_total", .counter, "Connections that began TLS.", count(.tlsConnection)
    )
    begin(
      "quoted_connections_refused_total", .counter,
      "Connections that were closed before a call, by the reason.")
    for (reason, event) in Self.refusals { add(count(event), [("reason", reason)]) }
    begin(
      "quoted_connections_ended_total", .counter,
      "Connections that the server ended while it served them, by the reason.")
    for (reason, event) in Self.ends { add(count(event), [("reason", reason)]) }
    begin(
      "quoted_streams_reset_total", .counter,
      "Streams over HTTP/2 that did not end by themselves, by who reset them and why.")
    for (labels, event) in Self.resets { add(count(event), labels) }
    addWork(count)
  }

  private mutating func addWork(_ count: (Event) -> Int) {
    single(
      "quoted_requests_refused_total", .counter,
      "Requests of HTTP that were neither calls nor for pages.", count(.requestRefused))
    single(
      "quoted_tasks_running", .gauge,
      "Tasks that answer calls beside the loops, those of calls that are over included.",
      count(.taskStarted) - count(.taskEnded))
    single(
      "quoted_received_bytes_total", .counter, "Bytes from clients, TLS included.",
      count(.byteReceived))
    single(
      "quoted_sent_bytes_total", .counter, "Bytes to clients, TLS included.", count(.byteSent))
  }

  private static let refusals: [(String, Event)] = [
    ("connection_limit", .connectionLimitReached), ("address_limit", .addressLimitReached),
    ("handshake_timeout", .handshakeTimedOut), ("http1", .http1Refused), ("tls", .tlsRefused),
    ("tls_failed", .tlsFailed), ("protocol_not_permitted", .protocolNotPermitted),
    ("unknown_protocol", .unknownProtocolRefused),
  ]

  private static let ends: [(String, Event)] = [
    ("idle", .idleTimedOut), ("too_old", .tooOld), ("output_stalled", .outputStalled),
    ("flooded", .flooded), ("protocol_broken", .protocolBroken),
  ]

  private static let resets: [([Label], Event)] = [
    ([("by", "client"), ("reason", "cancelled")], .streamCancelledByClient),
    ([("by", "client"), ("reason", "other")], .streamResetByClient),
    ([("by", "server"), ("reason", "refused")], .streamRefused),
    ([("by", "server"), ("reason", "ended_early")], .streamEndedEarly),
    ([("by", "server"), ("reason", "rules_broken")], .streamReset),
  ]
}
