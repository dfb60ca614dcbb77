// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

@Suite("Metrics and traces as others read them", .timeLimit(.minutes(5)))
struct MetricsTests {
  @Test("Prometheus's Python client reads all families, and grpcio's trace is in the log")
  func read() async throws {
    let clients = try await ForeignClients(
      serverArguments: ["--metrics-listen", "127.0.0.1:0", "--log-level", "debug"])
    let address = try #require(await clients.server.printed("metrics on "))
    let found = try await clients.metrics(at: address)
    #expect(found["codes"][0].text == "OK" && found["codes"][1].text == "UNIMPLEMENTED")
    #expect(found["kind"].text.hasPrefix("text/plain; version=0.0.4"))
    let families = found["families"]
    for (name, type) in [
      ("grpc_server_started", "counter"), ("grpc_server_handled", "counter"),
      ("grpc_server_handling_seconds", "histogram"), ("grpc_server_msg_received", "counter"),
      ("grpc_server_msg_sent", "counter"), ("quoted_connections_refused", "counter"),
      ("quoted_connections_open", "gauge"), ("process_cpu_seconds", "counter"),
      ("quoted_calendar_dates_fixed_ahead", "gauge"), ("quoted_tasks_running", "gauge"),
    ] {
      #expect(families[name].text == type, "\(name)")
    }
    let daily = "grpc_method=DailyQuote,grpc_service=quotes.v1.QuoteService,grpc_type=unary"
    let unknown = "grpc_method=unknown,grpc_service=unknown,grpc_type=unary"
    let samples = found["samples"]
    #expect(samples["grpc_server_handled_total{grpc_code=OK,\(daily)}"].number == 1)
    #expect(samples["grpc_server_started_total{\(unknown)}"].number >= 1)
    #expect(samples["grpc_server_handled_total{grpc_code=Unimplemented,\(unknown)}"].number >= 1)
    #expect(found["buckets_rise"].number == 1)
    #expect(found["health"].text == "SERVING\n")
    let log = await clients.server.stop().error
    #expect(log.contains("trace_id=4bf92f3577b34da6a3ce929d0e0e4736"), "\(log)")
    #expect(log.contains("event=call method=unknown code=UNIMPLEMENTED"), "\(log)")
    #expect(!log.contains("NoSuchMethod"), "\(log)")
  }
}
