// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import Testing

@Suite("Help")
struct HelpTests {
  @Test(
    "is shown for the command that it is asked of",
    arguments: [
      ("--help", "sample"), ("-h", "sample"), ("help", "sample"), ("list --help", "sample list"),
      ("help list", "sample list"), ("starter remove -h", "sample starter remove"),
      ("help starter remove", "sample starter remove"), ("get --help", "sample get"),
      ("--date=x --help", "sample daily"),
    ])
  func asked(line: String, path: String) throws {
    guard case .help(let page) = try Sample.parse(line) else {
      Issue.record("'\(line)' is no call for help.")
      return
    }
    #expect(page.path.map(\.name).joined(separator: " ") == path)
  }

  @Test("gives the version as one line")
  func version() throws {
    guard case .version(let line) = try Sample.parse("list --version") else {
      Issue.record("It is no call for the version.")
      return
    }
    #expect(line == "sample 1.2.3")
  }

  @Test("tells all of the description")
  func page() throws {
    let page = try #require(Sample.program.help())
    #expect(
      page.text(width: 80) == """
        Shows what a description can do.

        Usage: sample [OPTION]... [COMMAND]

        Commands:
          daily    Shows today.
          list     Lists them.
          get      Gets some.
          move     Moves one.
          starter  Keeps the starter.

        Options:
          -s, --server ADDRESS  Talks to this server. [default: 127.0.0.1:4242;
                                environment: QUOTE_SERVER]
          -f, --form FORM       Prints so. [table or json; default: table; environment:
                                QUOTE_FORM]
          -v, --verbose         Says more. [environment: LOUD=1]

        Options of every command:
          -h, --help     Shows this help.
              --version  Shows the version.

        Examples:
          sample list -n 3
              Lists three of them.

        Exit status:
          0   All is well.
          64  It isn't.
          More.

        """)
  }

  @Test("spells arguments as they may come")
  func arguments() throws {
    let move = try #require(Sample.program.help(for: ["move"])).text(width: 80)
    #expect(move.contains("Usage: sample move [OPTION]... PLACE [FILE]\n"))
    let get = try #require(Sample.program.help(for: ["get"])).text(width: 80)
    #expect(get.contains("Usage: sample get [OPTION]... ID...\n"))
    #expect(Sample.program.help(for: ["sing"]) == nil)
  }

  @Test("stays within its width", arguments: [0, 40, 57, 80, 100, 400])
  func width(columns: Int) throws {
    let limit = min(max(columns, 40), 100)
    for path in [[], ["list"], ["get"], ["move"], ["starter"]] {
      let text = try #require(Sample.program.help(for: path)).text(width: columns)
      for line in text.split(separator: "\n") { #expect(line.count <= limit, "\(line)") }
    }
  }
}
