// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Synchronization
internal import Testing

/// A terminal that tmux plays, with a shell in it: keys go in, and its screen is read as text.
final class TerminalWindow: Sendable {
  private let tmux = Program(path: "/usr/bin/env")
  private let socket: String
  /// The process of tmux's server.
  private let process = Mutex<Int32>(0)
  /// Where its files are; also the shell's folder.
  let folder: TemporaryFolder

  /// What a machine lacks.
  struct Missing: Error, CustomStringConvertible {
    let description = "There is no tmux here: install it, or run the tests by make test."
  }

  /// Opens a window of a size, with a shell whose prompt is `$ `.
  init(columns: Int, rows: Int) async throws {
    folder = try TemporaryFolder()
    socket = folder.file("tmux")
    let configuration = try folder.write(
      "tmux.conf",
      Array(
        """
        set -g status off
        set -g escape-time 0
        set -g default-terminal tmux-256color
        set -g set-clipboard on
        """.utf8))
    // The server that it starts keeps every descriptor it is given, among them one by which
    // Foundation waits for the first client's end. Python gives none.
    let opened = try await tmux.run(
      [
        "python3", "-c", "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))",
        "tmux", "-u", "-S", socket, "-f", configuration, "new-session", "-d", "-x", "\(columns)",
        "-y", "\(rows)", "env", "-u", "ENV", "PS1=$ ", "LC_ALL=C.UTF-8",
        "SWIFT_BACKTRACE=enable=no", "sh",
      ],
      in: folder.path)
    guard opened.status == 0 else { throw Missing() }
    let number = try await tmux("display", "-p", "#{pid}")
    guard let number = Int32(number.filter(\.isNumber)) else { throw Missing() }
    process.withLock { $0 = number }
    await shows("the prompt") { $0.hasPrefix("$") }
  }

  deinit { _ = process.withLock { kill($0, SIGKILL) } }

  /// Has tmux do something; returns what it prints.
  @discardableResult
  func tmux(_ arguments: String...) async throws -> String {
    try await tmux.run(["tmux", "-S", socket] + arguments).output
  }

  /// Types a line into the shell, or whatever else reads there.
  func type(_ text: String) async throws {
    try await tmux("send-keys", "-l", text)
  }

  /// Presses keys, by the names that tmux has for them.
  func press(_ keys: String...) async throws {
    for key in keys { try await tmux("send-keys", key) }
  }

  /// Makes the window another size.
  func resize(columns: Int, rows: Int) async throws {
    try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// The screen as it is, without blanks at the ends of lines and of the whole.
  func screen() async -> String {
    let text = (try? await tmux("capture-pane", "-p")) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    return lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
  }

  /// Waits until the screen is as it should be, and returns it; where the test's time runs out
  /// before, what is there instead is told.
  @discardableResult
  func shows(_ what: String, _ isSo: (String) -> Bool) async -> String {
    while true {
      let screen = await screen()
      if isSo(screen) { return screen }
      if Task.isCancelled {
        Issue.record("The terminal doesn't show \(what), but:\n\(screen)")
        return screen
      }
    }
  }

  /// The same for a text that it should hold.
  @discardableResult
  func shows(_ text: String) async -> String { await shows("“\(text)”") { $0.contains(text) } }
}
