// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("The C client for small devices", .timeLimit(.minutes(5)))
struct SmallDeviceTests {
  /// 31 dates that every new calendar has.
  private let first = Self.date(daysFromNow: -15)
  private let last = Self.date(daysFromNow: 15)
  /// One of each kind of call.
  private var calls: [String] { ["daily", "days:\(first):\(last)", "random", "get:no", "reopen"] }

  @Test("has the same month as a stock client, from 16 KiB and on nanopb too")
  func month() async throws {
    let clients = try await ForeignClients()
    let answer = try await clients.grpcurl(
      "ListDailyQuotes", #"{"first_date": "\#(first)", "last_date": "\#(last)"}"#)
    let days = try JSON(answer.output)["days"]
    try #require(days.count == 31)
    let texts = (0..<31).map { (days[$0]["date"].text, days[$0]["quote"]["text"].text) }

    let lines = try await SmallDevice().calls(["days:\(first):\(last)"], port: clients.server.port)
    let expected = texts.flatMap { "  \($0) \($1)".split(separator: "\n").map(String.init) }
    #expect(lines == ["ok: connected"] + expected + ["ok: 31 days"])

    let nanopb = try await SmallDevice().run(
      "month", ["127.0.0.1", String(clients.server.port), first, last])
    for (date, text) in texts {
      #expect(nanopb.output.contains("[\(date)] \(text) — "), "\(nanopb.error)")
    }
  }

  @Test("composes a message of a quote")
  func compose() async throws {
    let clients = try await ForeignClients()
    let quote = try await clients.grpcio("daily", "", "")["quote"]
    let lines = try await SmallDevice().calls(
      ["compose:" + quote["id"].text], port: clients.server.port)
    let firstWords = quote["text"].text.split(separator: " ").prefix(3).joined(separator: " ")
    #expect(lines.dropFirst().first?.contains(firstWords) == true, "\(lines)")
  }

  @Test("has a month laid out, each day on all rows of a grid and none of its columns beyond")
  func display() async throws {
    let server = try await RunningServer()
    var lines = try await SmallDevice().display(["-a", server.address, "30", "8"])[...]
    for day in 0..<31 {
      try #require(lines.popFirst()?.wholeMatch(of: /\[\d{4}-\d\d-\d\d\]/) != nil, "Day \(day)")
      let screen = lines.prefix(8)
      lines = lines.dropFirst(8)
      #expect(screen.allSatisfy { $0.count <= 30 && $0.utf8.allSatisfy { $0 < 0x80 } }, "\(screen)")
      #expect(screen.first != "" && screen.contains { $0.hasPrefix("- ") }, "\(screen)")
    }
    #expect(lines.first?.contains(/^\[the first day ends in \d+ s\]$/) == true)
  }

  @Test("is told which grid would be right")
  func badGrid() async throws {
    let server = try await RunningServer()
    let result = try await SmallDevice().run("display", [server.address, "30", "0"])
    #expect(result.status == 1)
    #expect(result.error.contains("30 columns and 0 rows"), "\(result.error)")
  }

  @Test("allocates nothing once it begins to connect")
  func allocations() async throws {
    let server = try await RunningServer()
    for (name, arguments) in [
      ("device_calls", [String(server.port), "16384", "20000"] + calls),
      ("display", [server.address, "30", "8"]),
    ] {
      let count = try await SmallDevice().allocations(name, arguments)
      #expect(count.before > 0, "What counts has seen nothing at all.")
      #expect(count.since == 0, "\(name)")
    }
  }

  @Test("does nothing with memory that valgrind minds")
  func valgrind() async throws {
    let server = try await RunningServer()
    let result = try await SmallDevice().valgrind(calls, port: server.port)
    #expect(result.status == 0 && result.error == "", "\(result.error)")
  }

  @Test("tells the server's words where it refuses, and goes on")
  func refusal() async throws {
    let server = try await RunningServer()
    let lines = try await SmallDevice().calls(["get:nothing", "random"], port: server.port)
    let refused = #"refused: 5 No quote has the id "nothing"."#
    #expect(lines == ["ok: connected", refused, "ok: 3 quotes"])
  }

  @Test("is refused what its block can't take, and goes on")
  func smallBlock() async throws {
    let server = try await RunningServer()
    let lines = try await SmallDevice().calls(
      ["days:\(first):\(last)", "get:no"], port: server.port, memory: 4096)
    try #require(lines.count == 3)
    #expect(lines[1].hasPrefix("refused: 8 ") && lines[1].contains("2048"), "\(lines)")
    #expect(lines[2].hasPrefix("refused: 5 "))
  }

  @Test("shows its token where one is needed")
  func token() async throws {
    let server = try await RunningServer(arguments: ["--require-token"])
    let made = try await Program.quoted.run(
      ["token", "create", "--name", "display", "--role", "reader", "--data", server.data.path])
    let token = made.output.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
    let device = try await SmallDevice()
    let without = try await device.calls(["random"], port: server.port)
    #expect(without.last?.hasPrefix("refused: 16 ") == true, "\(without)")
    let with = try await device.calls(
      ["random"], port: server.port, environment: ["AUTHORIZATION": "Bearer " + token])
    #expect(with.last == "ok: 3 quotes", "\(made.output)")
  }

  @Test("says where nobody listens")
  func nobody() async throws {
    let server = try await RunningServer()
    _ = await server.stop()
    let result = try await SmallDevice().run("display", [server.address, "30", "6"])
    #expect(result.status == 69)
    #expect(result.error == "\(server.address): Connection refused\n")
  }

  @Test(
    "ends a call of a server that does wrong, by saying what",
    arguments: [
      ("http", ["not quoted: 0 this is no server of the delimited protocol"]),
      ("nothing, and closes", ["not quoted: 0 this is no server of the delimited protocol"]),
      ("endless length", ["malformed: 0 the server sent a length of more than five octets"]),
      ("huge length", ["too large: 0 the block of memory is too small for this"]),
      ("half a frame", ["closed: 0 the server closed the connection"]),
      ("garbage frame", ["malformed: 0 the server sent a reply that can't be read"]),
      ("status", ["refused: 8 Too many connections."]),
      ("endless status", ["refused: 0 the server's words are too long"]),
      ("silence", ["timed out: 0 the server didn't answer in time"]),
      (
        "a trickle",
        [
          "ok: connected", "timed out: 0 the server didn't answer in time",
          "closed: 0 there is no connection",
        ]
      ),
      (
        "garbage message",
        [
          "ok: connected", "malformed: 0 the server sent a reply that can't be read",
          "closed: 0 there is no connection",
        ]
      ),
      (
        "endless unknown fields",
        [
          "ok: connected", "too large: 0 the block of memory is too small for this",
          "closed: 0 there is no connection",
        ]
      ),
      (
        "status of the connection",
        [
          "ok: connected", "refused: 8 Too many connections.", "closed: 0 there is no connection",
        ]
      ),
      (
        "another's reply",
        ["ok: connected", "ok: Know thyself.", "timed out: 0 the server didn't answer in time"]
      ),
      (
        "unknown fields",
        ["ok: connected", "ok: Know thyself.", "timed out: 0 the server didn't answer in time"]
      ),
      ("going away", ["ok: connected", "ok: Know thyself.", "closed: 0 the server is going away"]),
    ] as [(String, [String])])
  func brokenServer(way: String, expected: [String]) async throws {
    let server = try await BrokenServer(way)
    let lines = try await SmallDevice().calls(
      ["daily", "daily"], port: server.port, memory: 4096, timeoutMilliseconds: 3_000)
    #expect(lines == expected)
  }

  @Test("survives replies in which some bytes are others")
  func anything() async throws {
    let server = try await BrokenServer("anything")
    let lines = try await SmallDevice().calls(["many:500"], port: server.port, memory: 4096)
    let ends = lines.dropFirst().compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(ends.reduce(0, +) == 500, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("malformed: ") && $0 != "malformed: 0" })
  }

  private static func date(daysFromNow days: Int) -> String {
    Date.now.addingTimeInterval(Double(days) * 86_400)
      .formatted(.iso8601.year().month().day())
  }
}

/// A server of the delimited protocol that does wrong in one way.
private struct BrokenServer {
  let port: Int
  private let program: RunningProgram

  init(_ way: String) async throws {
    let script = Repository.root + "/Tests/InteropTests/SmallDevice/broken_server.py"
    program = try Repository.PythonEnvironment().python.start([script, way])
    let line = await program.outputLine(startingWith: "listening on 127.0.0.1:")
    port = try #require(line.flatMap { Int($0) }, "\(program.errorSoFar)")
  }
}
