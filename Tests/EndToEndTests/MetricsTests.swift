// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("quoted serve --metrics-listen", .timeLimit(.minutes(5)))
struct MetricsTests {
  /// A server with an address for metrics.
  private func server(_ arguments: String...) async throws -> (RunningServer, String) {
    let server = try await RunningServer(
      arguments: ["--metrics-listen", "127.0.0.1:0"] + arguments)
    let address = try #require(await server.printed("metrics on "))
    return (server, address)
  }

  /// What an address answers to a request of HTTP/1.1.
  private func ask(_ address: String, _ path: String, method: String = "GET") async throws
    -> String
  {
    let script = """
      exec 3<>"/dev/tcp/127.0.0.1/${0##*:}" &&
      printf '%s %s HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n\\r\\n' "$1" "$2" >&3 &&
      cat <&3
      """
    let result = try await Program(path: "/bin/bash").run(["-c", script, address, method, path])
    try #require(result.status == 0, "\(result.error)")
    return result.output
  }

  /// The value of a sample, whose name and labels are given as they are written.
  private func value(_ sample: String, in metrics: String) -> Double? {
    metrics.split(whereSeparator: \.isNewline).first { $0.hasPrefix(sample + " ") }
      .flatMap { Double($0.dropFirst(sample.utf8.count + 1)) }
  }

  @Test("answers /healthz with 200, HEAD too, and other paths and methods with 404 and 405")
  func health() async throws {
    let (server, address) = try await server()
    let answer = try await ask(address, "/healthz?now")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n\r\nSERVING\n"))
    #expect(answer.contains("cache-control: no-store\r\n"))
    let head = try await ask(address, "/healthz", method: "HEAD")
    #expect(head.contains("content-length: 8\r\n") && head.hasSuffix("\r\n\r\n"))
    #expect(try await ask(address, "/").hasPrefix("HTTP/1.1 404 "))
    let post = try await ask(address, "/metrics", method: "POST")
    #expect(post.hasPrefix("HTTP/1.1 405 ") && post.contains("allow: GET, HEAD\r\n"))
    #expect(await server.stop().status == 0)
  }

  @Test("answers /healthz with 503 while calls finish")
  func draining() async throws {
    let (server, address) = try await server("--drain-grace", "60s")
    // A connection that has begun a call holds the drain up.
    let holder = try Program(path: "/bin/bash").start([
      "-c",
      """
      exec 3<>"/dev/tcp/127.0.0.1/$0" &&
      printf 'PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n\\0\\0\\0\\4\\0\\0\\0\\0\\0' >&3 &&
      printf '\\0\\0\\57\\1\\4\\0\\0\\0\\1\\203\\206\\0\\005:path\\7/a.B/Cd' >&3; echo begun; cat <&3 >/dev/null
      """, "\(server.port)",
    ])
    _ = await holder.outputLine(startingWith: "begun")
    server.signal(SIGTERM)
    #expect(await server.hasLogged("draining"))
    let answer = try await ask(address, "/healthz")
    #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("NOT_SERVING"), "\(answer)")
    holder.signal(SIGKILL)
  }

  @Test("tells calls of both protocols, the catalogue and the calendar's horizon")
  func metrics() async throws {
    let (server, address) = try await server()
    for transport in ["grpc", "delimited"] {
      let daily = try await Program.quote.run(
        ["--server", server.address, "--protocol", transport, "daily"])
      #expect(daily.status == 0, "\(daily.error)")
      let missing = try await Program.quote.run(
        ["--server", server.address, "--protocol", transport, "get", "aaaaaaaaaaaaaaaa"])
      #expect(missing.status != 0)
    }
    let metrics = try await ask(address, "/metrics")
    #expect(metrics.contains("content-type: text/plain; version=0.0.4; charset=utf-8\r\n"))
    let daily = #"grpc_type="unary",grpc_service="quotes.v1.QuoteService",grpc_method="DailyQuote""#
    let get = daily.replacing("DailyQuote", with: "GetQuote")
    #expect(value("grpc_server_started_total{\(daily)}", in: metrics) == 2)
    #expect(value("grpc_server_handled_total{\(daily),grpc_code=\"OK\"}", in: metrics) == 2)
    #expect(value("grpc_server_handled_total{\(get),grpc_code=\"NotFound\"}", in: metrics) == 2)
    #expect(value("grpc_server_msg_received_total{\(daily)}", in: metrics) == 2)
    #expect(value("grpc_server_msg_sent_total{\(daily)}", in: metrics) == 2)
    #expect(value("grpc_server_handling_seconds_count{\(daily)}", in: metrics) == 2)
    #expect(value("grpc_server_handling_seconds_sum{\(daily)}", in: metrics) ?? 0 > 0)
    #expect(value("quoted_connections_protocol_total{protocol=\"grpc\"}", in: metrics) == 2)
    #expect(value("quoted_connections_open", in: metrics) ?? -1 >= 0)
    #expect(value("quoted_catalogue_quotes", in: metrics) ?? 0 >= 516)
    let ahead = try #require(
      value("quoted_calendar_dates_fixed_ahead{calendar=\"default\"}", in: metrics))
    #expect((1...2).contains(ahead))
    #expect(value("process_resident_memory_bytes", in: metrics) ?? 0 > 1_000_000)
    #expect(value("process_open_fds", in: metrics) ?? 0 > 3)
    #expect(!metrics.contains("127.0.0.1"))
  }

  @Test("tells the alarm when no day is fixed any more")
  func horizon() async throws {
    let data = try TemporaryFolder()
    let first = try await RunningServer(data: data)
    _ = await first.stop()
    let later = try await RunningServer(
      data: data, arguments: ["--metrics-listen", "127.0.0.1:0", "--clock-offset", "3000d"])
    let metrics = try await ask(try #require(await later.printed("metrics on ")), "/metrics")
    let ahead = value("quoted_calendar_dates_fixed_ahead{calendar=\"default\"}", in: metrics)
    #expect(try #require(ahead) < -2_900)
  }

  @Test("tells until when the certificate holds")
  func certificate() async throws {
    let folder = try TemporaryFolder()
    let (certificate, key) = (folder.file("cert.pem"), folder.file("key.pem"))
    let made = try await Program.quoted.run(
      ["cert", "--cert", certificate, "--key", key, "localhost"])
    try #require(made.status == 0, "\(made.error)")
    let (server, address) = try await server("--tls-cert", certificate, "--tls-key", key)
    let metrics = try await ask(address, "/metrics")
    #expect(await server.stop().status == 0)
    let end = try #require(value("quoted_tls_certificate_expiry_timestamp_seconds", in: metrics))
    #expect(end > Date().timeIntervalSince1970 + 86_400)
  }

  @Test("is taken by Prometheus's own check")
  func promtool() async throws {
    let tool = "/usr/bin/promtool"
    guard FileManager.default.isExecutableFile(atPath: tool) else {
      return print("NOT CHECKED: \(tool) is missing; Debian's package prometheus has it.")
    }
    let (server, address) = try await server()
    _ = try await Program.quote.run(["--server", server.address, "daily"])
    let metrics = try await ask(address, "/metrics")
    let body = try #require(metrics.firstRange(of: "\r\n\r\n")).upperBound
    let folder = try TemporaryFolder()
    let file = try folder.write("metrics", Array(metrics[body...].utf8))
    let result = try await Program(path: "/bin/sh").run(
      ["-c", "exec \(tool) check metrics < \"$0\"", file])
    #expect(result.status == 0 && result.error == "", "\(result.output)\(result.error)")
  }
}
