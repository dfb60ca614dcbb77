// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine

/// `quote completions` and `quote manual`: what this program's description is made into.
enum DescriptionCommands {
  private static let shell = Argument(
    Value("SHELL", .choice(CompletionScript.allCases.map(\.rawValue))), count: .one,
    help: "The shell that is to complete.")

  static let completions: QuoteProgram.Entry = .init(
    command: Command(
      "completions",
      summary: "Writes what a shell needs to complete this program's command line.",
      discussion: [
        "\"make install\" puts it where each shell looks for it. By hand: bash and fish read it by "
          + "source; zsh wants it as a file _quote in a folder of its fpath."
      ],
      arguments: [shell],
      examples: [
        Example("source <(quote completions bash)", "Completes in this bash."),
        Example(
          "quote completions fish > ~/.config/fish/completions/quote.fish",
          "Completes in each fish from now on."),
      ]),
    run: writeCompletions)

  static let manual: QuoteProgram.Entry = .init(
    command: Command(
      "manual",
      summary: "Writes the manual page of this program, as source for man.",
      examples: [
        Example("quote manual | man -l -", "Shows it, where man is that of Linux.")
      ]),
    run: writeManual)

  private static func writeCompletions(_ session: Session) async throws(Failure) {
    let script = session.invocation.text(shell).flatMap { CompletionScript(rawValue: $0) }
    try Session.write(script?.text(of: QuoteProgram.program) ?? "")
  }

  private static func writeManual(_ session: Session) async throws(Failure) {
    let page = ManualPage(of: QuoteProgram.program, date: QuoteProgram.versionDate)
    try Session.write(page.text)
  }
}
