// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("A bot by quote watch", .timeLimit(.minutes(3)))
struct BotTests {
  private let folder: TemporaryFolder
  private let address: String

  init() throws {
    folder = try TemporaryFolder()
    // What goes on must find the server where it was.
    address = "unix:" + folder.file("socket")
  }

  private var statePath: String { folder.file("bot.state") }

  private var state: String {
    (try? String(contentsOfFile: statePath, encoding: .utf8)) ?? ""
  }

  /// The server on a later day than the machine's.
  private func server(data: TemporaryFolder? = nil, day: Int) async throws -> RunningServer {
    try await RunningServer(
      data: data, arguments: ["--listen", address, "--clock-offset", "\(day)d"])
  }

  private func bot(_ webhook: StubWebhook, _ options: String...) throws -> RunningProgram {
    try bot(port: webhook.port, options)
  }

  private func bot(port: String, _ options: [String] = []) throws -> RunningProgram {
    try Program.quote.start(
      ["-s", address, "watch", "-z", "UTC", "--to", "slack", "--state", statePath] + options,
      environment: ["QUOTE_POST": "http://127.0.0.1:\(port)/services/secret"])
  }

  @Test("posts three days' quotes three times, over restarts and lost connections of all sides")
  func threeDays() async throws {
    // Nobody is there at first; then it is busy, and breaks off; then it takes the message.
    let port = try await StubWebhook.freePort()
    let first = try await server(day: 0)
    var bot = try bot(port: port)
    #expect(await bot.hasSaid("again in"))
    let webhook = try await StubWebhook(
      port: port, "503", "500", "take", "hang", "500", "take")
    #expect(await webhook.hasTaken(1))
    #expect(await bot.hasSaid("posted 20"))
    // It is killed and begins anew, on the same day: nothing is posted.
    bot.signal(SIGKILL)
    _ = await bot.end()
    bot = try self.bot(webhook)
    #expect(await bot.hasSaid("goes on after"))
    // The server goes and comes back on the next day. The webhook takes the message and doesn't
    // answer; the bot is killed while it waits, and begins anew.
    await first.kill()
    #expect(await bot.hasSaid("trying again"))
    let second = try await server(data: first.data, day: 1)
    #expect(await webhook.hasTaken(2))
    bot.signal(SIGKILL)
    _ = await bot.end()
    #expect(state.contains("sending "))
    bot = try self.bot(webhook)
    #expect(await bot.hasSaid("is not posted again"))
    #expect(await bot.hasSaid("goes on after"))
    // Once more, on the third day.
    _ = await second.stop()
    #expect(await bot.hasSaid("trying again"))
    let third = try await server(data: first.data, day: 2)
    #expect(await webhook.hasTaken(3))
    #expect(await bot.hasSaid("posted 20"))
    bot.signal(SIGTERM)
    _ = await bot.end()
    _ = await third.stop()
    let taken = await webhook.stop()
    #expect(taken.count == 3)
    #expect(Set(taken.map(\.body)).count == 3)
    for message in taken {
      #expect(message.type == "application/json")
      #expect(message.body.contains("blocks"), "\(message.body)")
    }
  }

  @Test(
    "posts again what may have arrived only where it is told to", arguments: ["leave", "repeat"])
  func unsure(way: String) async throws {
    let server = try await server(day: 0)
    let webhook = try await StubWebhook("cut", "take")
    let bot = try bot(webhook, "--if-unsure", way, "--header", "X-Note: a")
    #expect(await bot.hasSaid(way == "leave" ? "is not posted again" : "posted 20"))
    bot.signal(SIGTERM)
    let said = await bot.end().error
    #expect(!said.contains("secret"), "\(said)")
    #expect(state.contains("done "))
    #expect(!state.contains("sending "))
    _ = await server.stop()
    let taken = await webhook.stop()
    #expect(taken.count == (way == "leave" ? 1 : 2))
    #expect(taken.first?.note == "a")
  }

  @Test("posts days that it has missed, or skips them", arguments: [("post", 3), ("skip", 2)])
  func missed(way: String, count: Int) async throws {
    let first = try await server(day: 0)
    let webhook = try await StubWebhook()
    var bot = try bot(webhook)
    #expect(await bot.hasSaid("posted 20"))
    bot.signal(SIGTERM)
    _ = await bot.end()
    _ = await first.stop()
    let later = try await server(data: first.data, day: 2)
    bot = try self.bot(webhook, "--missed", way)
    #expect(await webhook.hasTaken(count))
    bot.signal(SIGTERM)
    _ = await bot.end()
    _ = await later.stop()
    #expect(await webhook.stop().count == count)
  }

  @Test("is refused where another one has the state file, which names that one")
  func twice() async throws {
    let server = try await server(day: 0)
    let webhook = try await StubWebhook()
    let first = try bot(webhook)
    #expect(await first.hasSaid("posted 20"))
    let second = await (try bot(webhook)).end()
    #expect(second.status == 74)
    #expect(second.error.contains("\(first.processID)"), "\(second.error)")
    first.signal(SIGTERM)
    _ = await first.end()
    _ = await server.stop()
  }

  @Test("ends where the webhook refuses, and posts the same day once that is mended")
  func refused() async throws {
    let server = try await server(day: 0)
    let webhook = try await StubWebhook("404")
    let refused = await (try bot(webhook)).end()
    #expect(refused.status == 77)
    #expect(refused.error.contains("status 404, not now"), "\(refused.error)")
    let bot = try bot(webhook)
    #expect(await webhook.hasTaken(1))
    bot.signal(SIGTERM)
    _ = await bot.end()
    _ = await server.stop()
  }

  @Test(
    "refuses what can't be, in words",
    arguments: [
      (["--to", "slack", "--state", "s"], "all of --to, --post and --state"),
      (["--to", "slack", "--post", "ftp://a.example/", "--state", "s"], "http or https"),
      (["--to", "sms", "--post", "http://a.example/", "--state", "s"], "choose plain"),
      (["--if-unsure", "leave"], "all of --to, --post and --state"),
      (
        ["--to", "slack", "--post", "http://a.example/", "--state", "s", "--after", "2026-01-01"],
        "--after"
      ),
    ])
  func usage(arguments: [String], words: String) async throws {
    let result = try await Program.quote.run(["watch"] + arguments, in: folder.path)
    #expect(result.status == 64)
    #expect(result.error.contains(words), "\(result.error)")
  }

  @Test("does not take another bot's file, nor any other, for its own")
  func foreignFile() async throws {
    for (text, words) in [
      ("a list of things\n", "no file of a bot's"),
      (
        "# What quote watch --post has done; to be left as it is\nchannel discord\ncalendar fr\n",
        "posts the calendar fr to discord"
      ),
    ] {
      _ = try folder.write("bot.state", Array(text.utf8))
      let result = await (try bot(port: "1")).end()
      #expect(result.status == 65)
      #expect(result.error.contains(words), "\(result.error)")
      #expect(state == text)
    }
  }
}

/// `webhook.py`, running.
private final class StubWebhook: Sendable {
  let port: String
  private let program: RunningProgram

  struct Taken: Decodable {
    let type: String
    let note: String?
    let body: String
  }

  struct DidNotStart: Error {}

  init(port: String = "0", _ steps: String...) async throws {
    let script = Repository.root + "/Tests/EndToEndTests/webhook.py"
    program = try Program(path: "/usr/bin/env").start(["python3", script, port] + steps)
    guard let port = await program.outputLine(startingWith: "listening on ") else {
      throw DidNotStart()
    }
    self.port = port
  }

  /// A port on which nobody listens.
  static func freePort() async throws -> String {
    let webhook = try await StubWebhook()
    _ = await webhook.stop()
    return webhook.port
  }

  /// Waits until it has taken so many messages; false where it ended first.
  func hasTaken(_ count: Int) async -> Bool {
    var lines = 1
    while await program.hasPrinted(lines: lines) {
      if taken.count >= count { return true }
      lines += 1
    }
    return false
  }

  private var taken: [Taken] {
    program.outputSoFar.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("taken ") else { return nil }
      return try? JSONDecoder().decode(Taken.self, from: Data(line.dropFirst(6).utf8))
    }
  }

  /// Ends it; returns all that it has taken.
  func stop() async -> [Taken] {
    program.signal(SIGKILL)
    _ = await program.end()
    return taken
  }
}
