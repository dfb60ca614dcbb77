// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("The command line's description", .timeLimit(.minutes(2)))
struct CompletionTests {
  /// Lines as they are typed, and what completes their last word.
  private static let lines: [(typed: [String], candidates: Set<String>)] = [
    (["compo"], ["compose"]), (["compose", "--pay"], ["--payload"]),
    (["compose", "--to", "sla"], ["slack"]), (["compose", "-t", "disc"], ["discord"]),
    (["-s", "list", "compose", "--to", "tele"], ["telegram"]),
    (["calendar", "pu"], ["put"]), (["calendar", "put", "--first"], ["--first-date"]),
    (["completions", ""], ["bash", "zsh", "fish"]), (["verify", "here"], ["here.jsonl"]),
    (["help", "brow"], ["browse"]), (["--calen"], ["--calendar"]), (["-s", "lis"], []),
    (["watch", "--missed", ""], ["post", "skip"]), (["list", "--language", ""], []),
  ]

  private func script(_ shell: String, in folder: TemporaryFolder) async throws -> String {
    let result = try await Program.quote.run(["completions", shell])
    try #require(result.status == 0, "\(result.error)")
    _ = try folder.write("here.jsonl", [])
    return try folder.write("quote.\(shell)", Array(result.output.utf8))
  }

  private func run(_ shell: String, _ script: String, in folder: TemporaryFolder) async throws
    -> String
  {
    let result = try await Program(path: "/usr/bin/env").run(
      [shell, "-c", script], in: folder.path)
    #expect(result.status == 0, "\(shell) is needed: make setup-test. \(result.error)")
    return result.output
  }

  @Test("completes in bash", arguments: lines.indices)
  func bash(index: Int) async throws {
    let folder = try TemporaryFolder()
    let (typed, candidates) = Self.lines[index]
    let path = try await script("bash", in: folder)
    let words = (["quote"] + typed).map { "'\($0)'" }.joined(separator: " ")
    let output = try await run(
      "bash",
      """
      source '\(path)'; COMP_WORDS=(\(words)); COMP_CWORD=\(typed.count); _quote
      printf '%s\\n' "${COMPREPLY[@]}"
      """, in: folder)
    #expect(Set(output.split(separator: "\n").map(String.init)) == candidates)
  }

  @Test("completes a value behind = in bash, which parts words there", arguments: ["sl", ""])
  func bashEqualsSign(begun: String) async throws {
    let folder = try TemporaryFolder()
    let path = try await script("bash", in: folder)
    let output = try await run(
      "bash",
      """
      source '\(path)'; COMP_WORDS=(quote compose --to = '\(begun)'); COMP_CWORD=4; _quote
      printf '%s\\n' "${COMPREPLY[@]}"
      """, in: folder)
    #expect(output.split(separator: "\n").contains("slack"))
  }

  @Test("completes in fish", arguments: lines.indices)
  func fish(index: Int) async throws {
    let folder = try TemporaryFolder()
    let (typed, candidates) = Self.lines[index]
    let path = try await script("fish", in: folder)
    let line = (["quote"] + typed).joined(separator: " ")
    let output = try await run(
      "fish", "source '\(path)'; complete -C '\(line)' | string replace -r '\\t.*' ''; true",
      in: folder)
    #expect(Set(output.split(separator: "\n").map(String.init)) == candidates)
  }

  @Test("completes in zsh, with what each candidate means")
  func zsh() async throws {
    let folder = try TemporaryFolder()
    let result = try await Program.quote.run(["completions", "zsh"])
    _ = try folder.write("_quote", Array(result.output.utf8))
    let window = try await TerminalWindow(columns: 100, rows: 40)
    try await window.type("exec zsh -f\n")
    try await window.type(
      "PS1='ready> '; fpath=('\(folder.path)' $fpath); autoload -U compinit; compinit -u\n")
    await window.shows("zsh") { $0.hasSuffix("ready>") }
    try await window.type("quote compose --to sla")
    try await window.press("Tab")
    await window.shows("quote compose --to slack")
    try await window.press("C-u")
    try await window.type("quote browse --fa")
    try await window.press("Tab")
    await window.shows("quote browse --face")
    try await window.press("C-u")
    try await window.type("quote cal")
    try await window.press("Tab", "Tab")
    await window.shows("Declares calendars")
  }

  @Test("is a manual page that mandoc finds no fault with, and that tells of all commands")
  func manual() async throws {
    let folder = try TemporaryFolder()
    let page = try await Program.quote.run(["manual"])
    let path = try folder.write("quote.1", Array(page.output.utf8))
    let lint = try await Program(path: "/usr/bin/env").run(
      ["mandoc", "-T", "lint", "-W", "style", path])
    #expect(lint.status == 0, "mandoc is needed: make setup-test. \(lint.output)\(lint.error)")
    #expect(lint.output.isEmpty)
    let text = try await Program(path: "/usr/bin/env").run(
      ["sh", "-c", "mandoc -T utf8 -O width=100 '\(path)' | col -b"])
    for words in [
      "quote compose", "quote calendar put", "--first-date", "QUOTE_SERVER", "EXIT STATUS",
    ] {
      #expect(text.output.contains(words), "\(words)")
    }
  }
}
