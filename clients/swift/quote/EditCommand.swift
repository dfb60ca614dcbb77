// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput

/// `quote edit`: other content for a quote.
enum EditCommand {
  private static let id = Argument(Value("ID"), count: .one, help: "The id of the quote.")
  private static let clear = Option(
    "clear", value: Value("FIELD", .choice(ContentOptions.aboutText.map(\.name))),
    help: "Makes a field empty.", isRepeatable: true)
  private static let etag = Option(
    "etag", value: Value("ETAG"),
    help: "Changes the quote only where this is its etag, as --output json shows it: so nobody's "
      + "change is lost.")

  static let entry = QuoteProgram.Entry(
    command: Command(
      "edit",
      summary: "Changes fields of a quote, and shows it as it is then.",
      discussion: [
        "Only what is named is changed; the tags given replace those there were. The id stays. It "
          + "needs a token of role editor; see --token.",
        CommonOptions.Repeating.explanation,
      ],
      options: [ContentOptions.text] + ContentOptions.aboutText
        + [clear, etag, CommonOptions.Repeating.requestID],
      arguments: [id],
      examples: [
        Example("quote edit ID --source 'Hamlet, act 1, scene 3'", "Says where it comes from."),
        Example(
          "quote edit ID --tag hope --tag courage --clear year", "Sets tags, forgets the year."),
      ]),
    run: run)

  private static func run(_ session: Session) async throws(Failure) {
    let invocation = session.invocation
    var quote = invocation.content
    quote.id = invocation.text(id) ?? ""
    quote.etag = invocation.text(etag) ?? ""
    let cleared = invocation.texts(clear)
    var fields: [String] = []
    for (field, option) in ContentOptions.fields {
      let isSet = invocation.origin(option) != nil
      let isCleared = cleared.contains(option.name)
      guard !isSet || !isCleared else {
        throw .usage(
          invocation.usageError("--\(option.name) and --clear \(option.name) contradict each other")
        )
      }
      if isSet || isCleared { fields.append(field) }
    }
    guard !fields.isEmpty else {
      throw .usage(invocation.usageError("say what to change, such as --text or --clear source"))
    }
    let response = try await session.change { [quote, fields] client, requestID throws(Status) in
      try await client.update(quote, fields: fields, requestID: requestID)
    }
    try Session.write(session.printer.quotes(response.quote.map { [$0] } ?? []))
  }
}
