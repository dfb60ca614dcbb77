// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteSystem

/// `quote delete`: quotes out of the catalogue.
enum DeleteCommand {
  private static let ids = Argument(
    Value("ID"), count: .oneOrMore, help: "The id of a quote, as list and daily show it.")

  static let entry = QuoteProgram.Entry(
    command: Command(
      "delete",
      summary: "Removes quotes from the catalogue.",
      discussion: [
        "Days that are fixed to a quote keep it, and what was deleted stays deleted when it is "
          + "imported again. It needs a token of role editor; see --token.",
        "An id that can't be had is told on the standard error; the others are removed all the "
          + "same, and the exit status is that of the first one that failed.",
      ],
      arguments: [ids],
      examples: [Example("quote delete abcdefgh23456723", "Removes one quote.")]),
    run: run)

  private static func run(_ session: Session) async throws(Failure) {
    var firstError: Status?
    for id in session.invocation.texts(ids) {
      do throws(Status) {
        try await session.client.delete(id: id)
        try? StandardStream.error.write("deleted \(id)\n")
      } catch {
        // What is wrong with the server or the token is wrong for all of them.
        guard error.code == .notFound || error.code == .invalidArgument else { throw .call(error) }
        try? StandardStream.error.write(Failure.line(error))
        firstError = firstError ?? error
      }
    }
    if let firstError { throw .partial(firstError) }
  }
}
