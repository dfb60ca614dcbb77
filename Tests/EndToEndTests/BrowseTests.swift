// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("quote browse", .timeLimit(.minutes(2)))
struct BrowseTests {
  /// A served catalogue of a few quotes, one of them in English, which is each day's.
  private struct Served {
    let server: RunningServer

    init() async throws {
      let folder = try TemporaryFolder()
      let quotes = try folder.write("quotes.json", Array(BrowseTests.quotes.utf8))
      let data = try TemporaryFolder()
      for arguments in [["import", quotes], ["starter", "remove"]] {
        let result = try await Program.quoted.run(arguments + ["--data", data.path])
        try #require(result.status == 0, "\(result.error)")
      }
      server = try await RunningServer(data: data, arguments: ["--admin-listen", "127.0.0.1:0"])
      try await pin("nothing")
    }

    /// Makes the quote with a word that of today, and of the days beside it: the calendar has its own
    /// since the catalogue was made.
    private func pin(_ word: String) async throws {
      let editors = try #require(await server.editorsAddress())
      let made = try await Program.quoted.run(
        ["token", "create", "--name", "test", "--role", "admin", "--data", server.data.path])
      let found = try await Program.quote.run(
        ["-s", server.address, "search", word, "-o", "jsonl"])
      let id = try #require(found.output.firstMatch(of: #/"id":"([a-z2-7]{16})"/#)).1
      for days in -1...1 {
        let date = Date.now.addingTimeInterval(Double(days) * 86_400).formatted(
          .iso8601.year().month().day())
        let pinned = try await Program.quote.run(
          ["-s", editors, "pin", "--force", date, String(id)],
          environment: ["QUOTED_TOKEN": made.output.filter { !$0.isNewline }])
        try #require(pinned.status == 0, "\(pinned.error)")
      }
    }

    /// The command line that browses it.
    func command(_ options: String = "") -> String {
      "\(Program.quote.path) -s \(server.address) browse -z UTC \(options)"
    }
  }

  /// Wide characters, right to left, combined ones, a text for several rows, and no creator.
  static let quotes = """
    [
    {"text": "The only thing I know is that I know nothing.", "creator": "Socrates", "language": "en"},
    {"text": "学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？学而不思则罔，思而不学则殆。", "creator": "孔子", "language": "zh"},
    {"text": "אם אין אני לי, מי לי?", "creator": "הלל הזקן", "language": "he"},
    {"text": "Le cœur a ses raisons que la raison ne connaît point ; on le sait en mille choses. C’est le cœur qui sent Dieu, et non la raison. Voilà ce que c’est que la foi.", "creator": "Blaise Pascal", "language": "fr"},
    {"text": "Wer fremde Sprachen nicht kennt, weiß nichts von seiner eigenen.", "language": "de"}
    ]
    """

  /// Compares a screen with the kept one of a name; the date of today is written as a word in it.
  private func expect(_ screen: String, isLike name: String) throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Screens/\(name).txt")
    let dated = screen.replacing(/\d{4}-\d\d-\d\d/, with: "YYYY-MM-DD") + "\n"
    let kept = try? String(contentsOf: path, encoding: .utf8)
    #expect(dated == kept, "\(name).txt should be:\n\(dated)")
  }

  @Test("shows a table on a large terminal and the quote of the day on a small one, or by a key")
  func faces() async throws {
    let served = try await Served()
    let window = try await TerminalWindow(columns: 72, rows: 22)
    try await window.type("exec " + served.command() + "\n")
    try expect(await window.shows("— Socrates"), isLike: "expanded")
    try await window.press("Tab")
    try expect(await window.shows("Quote of the day"), isLike: "compact")
    try await window.press("Tab")
    await window.shows("All quotes")
    try await window.resize(columns: 34, rows: 9)
    try expect(await window.shows("Quote of the day"), isLike: "compact-small")
    try await window.press("Tab", "Down", "Down")
    try expect(await window.shows("3 of 5"), isLike: "expanded-small")
    try await window.resize(columns: 72, rows: 22)
    await window.shows("the table") { $0.contains("3 of 5") && $0.contains("— Socrates") }
  }

  @Test("searches, picks, composes, copies, and prints the message when it ends")
  func composing() async throws {
    let served = try await Served()
    let window = try await TerminalWindow(columns: 72, rows: 22)
    try await window.type(served.command() + "; echo ended $?\n")
    await window.shows("— Socrates")
    try await window.type("/coeur raison")
    await window.shows("/coeur raison")
    try await window.press("Enter")
    await window.shows("1 of 1")
    try await window.press("Enter")
    let message = await window.shows("C’est le cœur")
    #expect(message.hasPrefix("Message for ‹ plain ›"))
    try await window.press("Right")
    await window.shows("‹ imessage ›")
    try await window.press("Left")
    await window.shows("C’est le cœur")
    try await window.press("c")
    await window.shows("sent to the clipboard")
    let clipboard = try await window.tmux("show-buffer")
    #expect(clipboard.contains("Le cœur a ses raisons"))
    #expect(clipboard.contains("— Blaise Pascal"))
    try await window.press("Enter")
    let after = await window.shows("ended 0")
    #expect(after.contains("C’est le cœur"))
    #expect(after.contains("— Blaise Pascal"))
    #expect(!after.contains("Message for"))
  }

  @Test(
    "gives the terminal back as it was, by a signal and after a crash",
    arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGILL, SIGABRT])
  func restored(signal: Int32) async throws {
    let server = try await RunningServer()
    let window = try await TerminalWindow(columns: 80, rows: 24)
    let file = window.folder.file("process")
    try await window.type(
      "ulimit -c 0; sh -c 'echo $$ > process; exec \(Program.quote.path) -s \(server.address) browse'; clear; "
        + "echo ended $?; stty -a | tr -d ';' | tr ' ' '\\n' | grep -xE -e '-?(echo|icanon|icrnl)'\n"
    )
    await window.shows("1 of 853")
    #expect(try await window.tmux("display", "-p", "#{alternate_on}") == "1\n")
    let process = try String(contentsOfFile: file, encoding: .utf8)
    let number = try #require(Int32(process.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(number, signal) == 0)
    let after = await window.shows("the settings") {
      $0.contains("icanon") && $0.contains("echo\n")
    }
    #expect(after.contains("ended"))
    #expect(!after.contains("-icanon"))
    #expect(!after.contains("-echo"))
    #expect(!after.contains("-icrnl"))
    #expect(!after.contains("1 of 853"))
    #expect(try await window.tmux("display", "-p", "#{alternate_on}#{cursor_flag}") == "01\n")
  }

  @Test("stops by Ctrl-Z, ends by Ctrl-C, and comes back where it was")
  func stopped() async throws {
    let served = try await Served()
    let window = try await TerminalWindow(columns: 72, rows: 22)
    try await window.type(served.command() + "\n")
    await window.shows("— Socrates")
    try await window.press("Down", "C-z")
    await window.shows("the shell") { $0.hasSuffix("$") && !$0.contains("All quotes") }
    try await window.type("fg\n")
    await window.shows("2 of 5")
    try await window.press("C-c")
    await window.shows("the shell") { $0.hasSuffix("$") && !$0.contains("All quotes") }
  }

  @Test("says that no server is there, and shows what there is once it is")
  func outage() async throws {
    let served = try await Served()
    let stopped = await served.server.stop()
    #expect(stopped.status == 0)
    let window = try await TerminalWindow(columns: 72, rows: 22)
    try await window.type("exec \(Program.quote.path) -s unix:socket browse --retries 0\n")
    await window.shows("r tries again")
    let server = try await RunningServer(
      data: served.server.data, arguments: ["--listen", "unix:" + window.folder.file("socket")])
    // Until the client tries again by itself, it says why there is nothing.
    var screen = ""
    while !screen.contains("— Socrates"), !Task.isCancelled {
      try await window.press("r")
      screen = await window.shows("an answer") {
        $0.contains("— Socrates") || $0.contains("r tries again")
      }
    }
    #expect(screen.contains("1 of 5"))
    _ = await server.stop()
  }

  @Test("says clearly that it needs a terminal")
  func noTerminal() async throws {
    let result = try await Program.quote.run(["browse"])
    #expect(result.status == 64)
    #expect(result.error.contains("draws on a terminal"), "\(result.error)")
    #expect(result.output.isEmpty)
  }
}
