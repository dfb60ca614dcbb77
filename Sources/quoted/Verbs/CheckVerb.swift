// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteSystem
internal import QuoteWire
internal import RPCCore

/// `quoted check`: shows what in a catalogue is worth a person's look.
enum CheckVerb {
  private static let only = Option(
    "only", value: Value("KIND", .choice(FlawKind.contractWords)),
    help: "Only flaws of this kind.", isRepeatable: true)
  private static let output = Option(
    "output", short: "o", value: Value("FORMAT", .choice(FlawPrinter.Format.names)),
    help: "table for a person, jsonl for a program: an object a line.", defaultValue: "table")

  static let command = Command(
    "check",
    summary: "Looks at every quote of a data directory, and shows what is worth a look.",
    discussion: [
      "Nothing is changed. First come the flaws that a quote shows by itself, in catalogue order, "
        + "then those that concern two quotes; at the end how many there are of each kind."
    ],
    options: [QuotedProgram.data, only, output],
    examples: [
      Example("quoted check --only near-duplicate --only other-creator", "Shows resemblances."),
      Example("quoted check --output jsonl > flaws.jsonl", "Writes all flaws for a program."),
    ],
    sections: [
      HelpSection("Kinds", FlawKind.explanations.map { .init($0.word, $0.meaning) }),
      HelpSection(
        "Exit status", [.init("0", "Nothing was found."), .init("1", "Something was found.")]),
    ])

  static let verb = Verb("check") { invocation in
    let kinds = Set(invocation.texts(only).compactMap { FlawKind(contractName: $0) })
    let report = FlawReport(FlawPrinter(invocation.text(output) ?? ""), kinds: kinds)
    do {
      try await QuotedProgram.atDesk(of: invocation) { desk in
        try await desk.stream(CheckQuotes.self, CheckQuotesRequest()) { response throws(Status) in
          try await report.take(response)
        }
      }
    } catch {
      guard let cause = await report.failure else { throw error }
      throw cause
    }
    return try await report.end() == 0 ? .success : ExitStatus(rawValue: 1)
  }
}

/// Shows flaws as they come.
private actor FlawReport {
  /// Why they could not be shown.
  private(set) var failure: SystemError?

  private var printer: FlawPrinter
  private let kinds: Set<FlawKind>
  private var quoteCount = 0

  /// Begins to show flaws of these kinds; none named = of all.
  init(_ printer: FlawPrinter, kinds: Set<FlawKind>) {
    self.printer = printer
    self.kinds = kinds
  }

  func take(_ response: CheckQuotesResponse) throws(Status) {
    quoteCount = Int(response.quoteCount)
    let shown = response.flaws.filter { kinds.isEmpty || kinds.contains($0.kind) }
    do throws(SystemError) {
      try StandardStream.output.write(printer.text(of: shown))
    } catch {
      failure = error
      throw Status(.cancelled, "The flaws could not be shown.")
    }
  }

  /// Shows how many there were, and returns it.
  func end() throws(SystemError) -> Int {
    try StandardStream.output.write(printer.summary(quoteCount: quoteCount))
    return printer.count
  }
}
