// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("quote", .timeLimit(.minutes(5)))
struct QuoteCommandTests {
  private func quote(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> Program.Result {
    try await Program.quote.run(arguments, environment: environment)
  }

  @Test("says that it can't write where it has no output, and does without an error stream")
  func closedStreams() async throws {
    let server = try await RunningServer()
    for (redirection, status) in [(">&-", 74), ("2>&-", 0), ("<&-", 0)] as [(String, Int32)] {
      let script = "exec \"$0\" --server \"$1\" list --page-size 1 \(redirection)"
      let result = try await Program(path: "/bin/sh").run(
        ["-c", script, Program.quote.path, server.address])
      #expect(result.status == status, "\(redirection): \(result.error)")
    }
  }

  @Test("fits a table to no more columns than a screen may have")
  func hugeWidth() async throws {
    let server = try await RunningServer()
    let list = try await Program.quote.run(
      ["list", "--page-size", "2"],
      environment: ["QUOTE_SERVER": server.address, "COLUMNS": "\(Int.max)"])
    #expect(list.status == 0, "\(list.error)")
    #expect(list.output.split(separator: "\n").allSatisfy { $0.count <= 1_000 })
  }

  @Test(
    "explains itself, each command with examples",
    arguments: [
      ["--help"], ["daily", "--help"], ["list", "--help"], ["get", "-h"], ["help", "compose"],
      ["search", "--help"], ["random", "-h"], ["creators", "--help"], ["help", "tags"],
      ["purge", "--help"],
    ])
  func help(arguments: [String]) async throws {
    let result = try await quote(arguments)
    #expect(result.status == 0)
    #expect(result.output.contains("Usage: quote"))
    #expect(result.output.contains("Examples:\n  quote"))
    #expect(result.error == "")
  }

  @Test(
    "refuses what it does not understand, with status 64 and without a call",
    arguments: [
      (["lst"], "did you mean 'list'?"), (["list", "--page-sise", "3"], "--page-size"),
      (["list", "--page-size", "-1"], "from 0 to"), (["daily", "--date", "2026-02-30"], "28 days"),
      (["daily", "--date", "soon"], "soon"), (["--server", "nowhere"], "HOST:PORT"),
      (["get"], "ID is missing"), (["get", ""], "must not be empty"), (["compose"], "--daily"),
      (["compose", "a", "--daily"], "not both"), (["compose", "a", "--to", "fax"], "imessage"),
      (["compose", "a", "--date", "2026-11-30"], "--daily"), (["-o", "xml"], "jsonl"),
      (["compose", "a", "--to", "display", "--rows", "4"], "--columns"),
      (["compose", "a", "--to", "sms", "--ascii"], "display only"),
      (["compose", "a", "--to", "sms", "--payload"], "no API"),
    ])
  func usage(arguments: [String], says words: String) async throws {
    let result = try await quote(arguments)
    #expect(result.status == 64)
    #expect(result.error.contains(words), "\(result.error)")
    #expect(result.error.contains("--help'"), "\(result.error)")
    #expect(result.output == "")
  }

  @Test("says so where an environment variable is wrong, with status 78")
  func configuration() async throws {
    for (name, value) in ["QUOTE_SERVER": "nowhere", "QUOTE_PROTOCOL": "smoke"] {
      let result = try await quote([], environment: [name: value])
      #expect(result.status == 78)
      #expect(result.error.contains(name) && result.error.contains(value), "\(result.error)")
    }
  }

  @Test("says who can't be reached, with status 69", arguments: ["grpc", "delimited"])
  func unreachable(transport: String) async throws {
    let result = try await quote(["--server", "127.0.0.1:1", "--protocol", transport])
    #expect(result.status == 69)
    #expect(result.error.contains("127.0.0.1:1"), "\(result.error)")
    #expect(result.output == "")
  }

  @Test("shows today's quote with day and zone, alone and as a command")
  func daily() async throws {
    let server = try await RunningServer()
    let environment = ["QUOTE_SERVER": server.address, "TZ": "Asia/Kathmandu", "COLUMNS": "60"]
    let alone = try await quote([], environment: environment)
    #expect(alone.status == 0, "\(alone.error)")
    #expect(alone.output.contains(/\n  — .+\n/))
    let line = /\n(\d{4}-\d\d-\d\d), Asia\/Kathmandu · calendar default/
    let date = String(try #require(alone.output.firstMatch(of: line)?.1))
    #expect(!alone.output.contains("\u{1B}"), "there is no colour but on a terminal")
    let named = try await quote(
      ["daily", "--date", date, "--protocol", "delimited"], environment: environment)
    #expect(named.output == alone.output)
  }

  @Test("goes through the list page by page, by the token that each page names")
  func paging() async throws {
    let server = try await RunningServer()
    let list = ["--server", server.address, "list", "--output"]
    let all = try await quote(list + ["jsonl", "--all", "--page-size", "100"])
    #expect(all.status == 0, "\(all.error)")
    let lines = all.output.split(separator: "\n")
    #expect(lines.count >= 516)
    let page = try await quote(list + ["json", "--page-size", "2", "--skip", "1"])
    let token = try #require(page.output.firstMatch(of: /"nextPageToken": "([^"]+)"/)?.1)
    let next = try await quote(list + ["jsonl", "-n2", "--page-token", String(token)])
    #expect(next.output.split(separator: "\n") == Array(lines[3...4]))
    let forged = try await quote(list + ["jsonl", "--page-token", "AAAA"])
    #expect(forged.status == 64)
    #expect(forged.error.contains("INVALID_ARGUMENT"), "\(forged.error)")
    #expect(forged.output == "")
  }

  @Test("shows what there is of several ids, and tells what there isn't, with status 65")
  func get() async throws {
    let server = try await RunningServer()
    let list = try await quote(["-s", server.address, "list", "-n1", "-o", "jsonl"])
    let id = String(try #require(list.output.firstMatch(of: /"id":"([^"]+)"/)?.1))
    let result = try await quote(["-s", server.address, "get", "nosuchquotehere2", id, "-ojsonl"])
    #expect(result.status == 65)
    #expect(result.output == list.output)
    #expect(result.error.contains("nosuchquotehere2"), "\(result.error)")
    #expect(result.error.contains("NOT_FOUND"), "\(result.error)")
  }

  @Test("makes a message of today's quote as of a quote by its id")
  func compose() async throws {
    let server = try await RunningServer()
    let common = ["-s", server.address, "-o", "json", "compose", "--to", "imessage"]
    let daily = try await quote(common + ["--daily", "--session", "one"])
    #expect(daily.status == 0, "\(daily.error)")
    let id = String(try #require(daily.output.firstMatch(of: /\/q\/([a-z2-7]{16})"/)?.1))
    let byID = try await quote(common + [id, "--session", "one"])
    #expect(byID.output == daily.output)
    let plain = try await quote(["-s", server.address, "compose", id, "-o", "plain"])
    #expect(plain.output.contains("— "))
  }

  @Test("writes the body alone that a channel's own API takes")
  func payload() async throws {
    let server = try await RunningServer()
    let common = ["-s", server.address, "compose", "-d", "--to"]
    let slack = try await quote(common + ["slack", "--payload"])
    #expect(slack.status == 0, "\(slack.error)")
    let body = try JSONSerialization.jsonObject(with: Data(slack.output.utf8)) as? NSDictionary
    #expect((body?["blocks"] as? NSArray)?.count == 1)
    let email = try await quote(common + ["email", "-p"])
    #expect(email.output.hasPrefix("Subject: "))
    #expect(email.output.hasSuffix("--\r\n"))
  }

  @Test("lays today's quote out for a display")
  func display() async throws {
    let server = try await RunningServer()
    let shown = try await quote([
      "-s", server.address, "-o", "plain", "compose", "-d", "--to", "display", "--columns", "16",
      "--rows", "8", "--ascii",
    ])
    #expect(shown.status == 0, "\(shown.error)")
    let rows = shown.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(rows.count == 8)
    #expect(rows.allSatisfy { $0.utf8.count <= 16 && $0.utf8.allSatisfy { $0 < 0x7F } })
  }

  @Test("ends quietly where the reader of a pipe has seen enough")
  func brokenPipe() async throws {
    let server = try await RunningServer()
    let command = "'\(Program.quote.path)' -s \(server.address) list --all -n 5 | head -n 1"
    let result = try await Program(path: "/bin/bash").run(["-o", "pipefail", "-c", command])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(result.error == "")
  }
}
