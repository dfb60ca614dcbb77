// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import Testing

@Suite("What is made of a command line's description")
struct DescriptionTests {
  private let program = Program(
    root: Command(
      "tool", summary: "Does it.",
      options: [
        Option("server", short: "s", value: Value("A"), help: "It's there: 'a'.", environment: "S")
      ],
      commands: [
        Command(
          "make", summary: "Makes \\ it.",
          options: [Option("kind", value: Value("K", .choice(["new", "old"])), help: ".Kind.")],
          arguments: [Argument(Value("FILE", .file), count: .one, help: "The file.")]),
        Command("deep", summary: "Goes on.", commands: [Command("er", summary: "Ends.")]),
      ]),
    version: "1.2.3")

  @Test(
    "has all commands, options and choices in each script", arguments: CompletionScript.allCases)
  func scripts(script: CompletionScript) {
    let text = script.text(of: program)
    for words in ["make", "deep", "er", "server", "kind", "new old", "help"] {
      #expect(text.contains(words), "\(words)")
    }
    #expect(text.hasSuffix("\n"))
  }

  @Test("is a manual page in which no text is a request")
  func manual() {
    let lines = ManualPage(of: program, date: "2026-11-30").text.split(separator: "\n")
    #expect(lines.contains(".TH TOOL 1 2026-11-30 \"tool 1.2.3\""))
    #expect(lines.contains("tool \\- does it"))
    #expect(lines.contains("Makes \\e it."))
    #expect(lines.contains("\\&.Kind. [new or old]"))
    #expect(lines.contains(".SS tool deep er"))
    #expect(lines.contains("\\fB\\-s\\fR, \\fB\\-\\-server\\fR \\fIA\\fR"))
    let requests: Set<Substring> = [".TH", ".SH", ".SS", ".TP", ".PP", ".I", ".\\\""]
    for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(line.prefix { $0 != " " }), "\(line)")
    }
  }
}
