// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput
internal import QuoteSystem

/// `quote get`: quotes by their ids.
enum GetCommand {
  private static let ids = Argument(
    Value("ID"), count: .oneOrMore, help: "The id of a quote, as list and daily show it.")

  static let entry = QuoteProgram.Entry(
    command: Command(
      "get",
      summary: "Shows quotes by their ids, with all that is known of them.",
      discussion: [
        "An id that can't be had is told on the standard error; the others are shown all the same, "
          + "and the exit status is that of the first one that failed."
      ],
      arguments: [ids],
      examples: [
        Example("quote get abcdefgh23456723", "Shows one quote."),
        Example("quote get -o json ID1 ID2", "Writes both as a list in one JSON document."),
      ]),
    run: run)

  private static func run(_ session: Session) async throws(Failure) {
    var quotes: [Quote] = []
    var firstError: Status?
    for id in session.invocation.texts(ids) {
      do throws(Status) {
        quotes.append(try await session.client.quote(id: id))
      } catch {
        // What is wrong with the server is wrong for all of them.
        guard error.code == .notFound || error.code == .invalidArgument else { throw .call(error) }
        try? StandardStream.error.write(Failure.line(error))
        firstError = firstError ?? error
      }
    }
    if !quotes.isEmpty || firstError == nil { try Session.write(session.printer.quotes(quotes)) }
    if let firstError { throw .partial(firstError) }
  }
}
