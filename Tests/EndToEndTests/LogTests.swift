// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("The log of quoted serve", .timeLimit(.minutes(5)))
struct LogTests {
  @Test(
    "has one line for each call at debug, without what its caller wrote",
    arguments: [
      "grpc", "delimited",
    ])
  func debug(transport: String) async throws {
    let server = try await RunningServer(arguments: ["--log-level", "debug"])
    let client = ["--server", server.address, "--protocol", transport]
    let daily = try await Program.quote.run(client + ["daily"])
    #expect(daily.status == 0, "\(daily.error)")
    _ = try await Program.quote.run(client + ["search", "unheard-of-words"])
    let lines = await server.stop().error.split(separator: "\n")
    let calls = lines.filter { $0.contains("event=call ") }
    #expect(calls.count { $0.contains("method=/quotes.v1.QuoteService/DailyQuote") } == 1)
    let call = #/level=debug event=call method=\S+ code=[A-Z_]+ duration_us=\d+/#
    let rest = #/ peer=127\.0\.0\.1 request_bytes=\d+ response_bytes=\d+/#
    for line in calls {
      #expect(line.prefixMatch(of: call) != nil && line.contains(rest), "\(line)")
      #expect(!line.contains("unheard"))
    }
  }

  @Test("has objects of JSON where it is asked to")
  func json() async throws {
    let server = try await RunningServer(
      arguments: ["--log-level", "debug"], environment: ["QUOTED_LOG_FORMAT": "json"])
    _ = try await Program.quote.run(["--server", server.address, "daily"])
    let lines = await server.stop().error.split(separator: "\n")
    var events: Set<String> = []
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary
      let event = try #require(object?["event"] as? String)
      events.insert(event)
      #expect((object?["time"] as? String)?.hasSuffix("Z") == true)
      if event == "call" { #expect((object?["duration_us"] as? NSNumber) != nil) }
    }
    #expect(events.isSuperset(of: ["founded", "serving", "call", "draining", "drained"]))
  }

  @Test("has only what matters as much as is asked for")
  func level() async throws {
    let server = try await RunningServer(arguments: ["--log-level", "error"])
    _ = try await Program.quote.run(["--server", server.address, "daily"])
    #expect(await server.stop().error == "")
  }

  @Test(
    "is refused in another format or level, with words",
    arguments: [
      ["--log-format", "xml"], ["--log-level", "loud"], ["--metrics-listen", "nowhere"],
    ])
  func refused(arguments: [String]) async throws {
    let result = try await Program.quoted.run(["serve", "--listen", "127.0.0.1:0"] + arguments)
    #expect(result.status == 64)
    #expect(result.error.contains(arguments[0]) && result.error.contains(arguments[1]))
  }
}
