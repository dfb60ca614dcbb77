// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("quote archive and quote verify", .timeLimit(.minutes(5)))
struct ArchiveTests {
  private func quote(_ server: RunningServer, _ arguments: [String]) async throws -> Program.Result
  {
    try await Program.quote.run(["--server", server.address] + arguments)
  }

  /// The date of a day in jsonl.
  private static func date(of line: String) -> String {
    line.firstMatch(of: /"date":"([0-9-]+)"/).map { String($0.output.1) } ?? ""
  }

  /// What the contract's comment tells anyone to do with the days, and nothing else.
  private static let stranger = """
    import base64, hashlib, json, sys
    chain = bytes(32)
    reasons = ["", "SCHEDULED", "PINNED", "REPLACED", "WITHDRAWN"]
    for text in sys.stdin:
        day = json.loads(text)
        reason = reasons.index(day["reason"].removeprefix("DAILY_REASON_"))
        line = f'{day["calendar"]}\\n{day["date"]}\\n{day["quote"]["id"]}\\n{reason}\\n'
        chain = hashlib.sha256(chain + line.encode()).digest()
        assert chain == base64.b64decode(day["chain"]), day["date"]
    print(day["date"], chain.hex())
    """

  @Test(
    "an archive is verified by the command, by a stranger's ten lines, and against what was kept")
  func verified() async throws {
    let server = try await RunningServer()
    let archive = try await quote(server, ["archive", "-o", "jsonl"])
    #expect(archive.status == 0, "\(archive.error)")
    let file = try server.data.write("archive.jsonl", Array(archive.output.utf8))
    let days = archive.output.split(separator: "\n")
    #expect(days.count >= 367)
    let script = try server.data.write("stranger.py", Array(Self.stranger.utf8))
    let stranger = try await Program(path: "/bin/sh").run(["-c", "python3 \(script) < \(file)"])
    #expect(stranger.status == 0, "\(stranger.error)")
    let words = stranger.output.split(separator: " ").map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    try #require(words.count == 2)
    let kept = "default:\(words[0])=\(words[1])"
    for arguments in [
      ["verify", "--expect", kept], ["verify", "--expect", kept, file], ["verify", "-c", "de"],
      ["verify", "-o", "json"], ["verify", "-o", "csv"],
    ] {
      let result = try await quote(server, arguments)
      #expect(result.status == 0, "\(arguments): \(result.output)\(result.error)")
    }
    #expect(try await quote(server, ["verify", file]).output.contains("--expect \(kept)"))
    let wrong = kept.prefix(kept.count - 1) + (kept.hasSuffix("0") ? "1" : "0")
    let rewritten = try await quote(server, ["verify", "--expect", String(wrong)])
    #expect(rewritten.status == 65)
    #expect(rewritten.output.contains("rewritten"))
  }

  @Test("a file in which one day was altered is refused, with the day")
  func altered() async throws {
    let server = try await RunningServer()
    let archive = try await quote(server, ["archive", "-c", "de", "-o", "jsonl"])
    var days = archive.output.split(separator: "\n").map(String.init)
    let (first, second) = (days[100], days[101])
    let date = Self.date(of: first)
    days[100] = first.replacing(#"DAILY_REASON_SCHEDULED"#, with: "DAILY_REASON_PINNED")
    var file = try server.data.write("one.jsonl", Array((days.joined(separator: "\n")).utf8))
    let altered = try await Program.quote.run(["verify", file])
    #expect(altered.status == 65)
    #expect(altered.output.contains(date))
    #expect(altered.output.contains("1 of"))
    days[100] = second
    days[101] = first
    file = try server.data.write("two.jsonl", Array((days.joined(separator: "\n")).utf8))
    #expect(try await Program.quote.run(["verify", file]).status == 65)
    days.removeSubrange(100...101)
    file = try server.data.write("three.jsonl", Array((days.joined(separator: "\n")).utf8))
    let removed = try await Program.quote.run(["verify", file])
    #expect(removed.status == 65)
    #expect(removed.output.contains("missing"))
    file = try server.data.write("four.jsonl", Array("{\"day\": 1}\n".utf8))
    let nonsense = try await Program.quote.run(["verify", file])
    #expect(nonsense.status == 65)
    #expect(nonsense.error.contains("four.jsonl:1"))
    #expect(try await Program.quote.run(["verify", file + "-none"]).status == 66)
  }

  @Test("an archive can be had in every form, and a range of it")
  func forms() async throws {
    let server = try await RunningServer(arguments: ["--clock-offset", "3d"])
    for form in ["table", "json", "jsonl", "csv", "plain"] {
      let result = try await quote(server, ["archive", "-o", form])
      #expect(result.status == 0, "\(form): \(result.error)")
      #expect(result.output.utf8.count > 30_000, "\(form)")
    }
    let last = try await quote(server, ["calendars", "-o", "jsonl"])
    #expect(last.output.split(separator: "\n").count == 8)
    let range = try await quote(
      server, ["archive", "--from", "2020-01-01", "--through", "2020-01-02"])
    #expect(range.status == 64)
    #expect(range.error.contains("OUT_OF_RANGE"))
    let unknown = try await quote(server, ["archive", "-c", "tlh"])
    #expect(unknown.status == 65)
    #expect(unknown.error.contains("default, de, en, es, fr, it, la, zh"))
  }

  @Test("a server whose clock was set forward for a trial fixes the dates in between in order")
  func trial() async throws {
    let data = try TemporaryFolder()
    var kept = ""
    for offset in ["0d", "90d"] {
      let server = try await RunningServer(data: data, arguments: ["--clock-offset", offset])
      let before = try await quote(server, ["archive", "-o", "jsonl"])
      #expect(before.output.hasPrefix(kept))
      #expect(before.output != kept)
      // The time that is left of the last dates differs from run to run.
      kept = before.output.split(separator: "\n").dropLast(3).map { $0 + "\n" }.joined()
      #expect(try await quote(server, ["verify"]).status == 0)
      _ = await server.stop()
    }
    let last = try #require(kept.split(separator: "\n").last.map { Self.date(of: String($0)) })
    let behind = try await RunningServer(data: data, arguments: ["--clock-offset=-20000d"])
    #expect(try await quote(behind, ["verify"]).status == 0)
    #expect(try await quote(behind, ["daily", "--date", last]).status == 0)
    let end = await behind.stop()
    #expect(end.error.contains("set the clock"), "\(end.error)")
  }
}
