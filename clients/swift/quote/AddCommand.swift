// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput

/// `quote add`: a new quote.
enum AddCommand {
  private static let text = Argument(Value("TEXT"), count: .one, help: "The quote itself.")

  static let entry = QuoteProgram.Entry(
    command: Command(
      "add",
      summary: "Adds a quote to the catalogue, and shows it as it was added.",
      discussion: [
        "It needs a token of role editor; see --token. The same text by the same creator is added "
          + "once only.",
        CommonOptions.Repeating.explanation,
      ],
      options: ContentOptions.aboutText + [CommonOptions.Repeating.requestID],
      arguments: [text],
      examples: [
        Example(
          "quote add 'Know thyself.' --source 'Temple of Apollo, Delphi' --language en",
          "Adds a quote whose creator is unknown."),
        Example(
          "quote add 'I know that I know nothing.' --creator Socrates --attribution disputed",
          "Adds one that is in doubt."),
      ]),
    run: run)

  private static func run(_ session: Session) async throws(Failure) {
    var quote = session.invocation.content
    quote.text = session.invocation.text(text) ?? ""
    let response = try await session.change { [quote] client, requestID throws(Status) in
      try await client.create(quote, requestID: requestID)
    }
    try Session.write(session.printer.quotes(response.quote.map { [$0] } ?? []))
  }
}
