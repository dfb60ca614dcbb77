// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput
internal import QuoteSystem

/// `quote purge`: what a quote says, out of the catalogue for good.
enum PurgeCommand {
  private static let id = Argument(
    Value("ID"), count: .one, help: "The id of the quote, which may have been deleted already.")
  private static let reason = Option(
    "reason", value: Value("TEXT"), help: "Why, for the audit log; needed.")
  private static let yes = Option(
    flag: "yes", help: "Does it without asking; needed where nobody can be asked.")

  static let entry = QuoteProgram.Entry(
    command: Command(
      "purge",
      summary: "Erases what a quote says for good, as a court or an author may demand.",
      discussion: [
        "It can't be undone. The quote's id stays taken, so that an import does not bring it back, "
          + "and days that showed it then say that it was withdrawn; everyone who checks the archive "
          + "sees that. Backups and exports that were made before still hold it. To hide a quote, "
          + "delete it.",
        "On a terminal it shows the quote and asks for its id once more. It needs a token of role "
          + "admin; see --token.",
      ],
      options: [reason, yes],
      arguments: [id],
      examples: [
        Example(
          "quote purge abcdefgh23456723 --reason 'The author asked for it.'",
          "Erases a quote, once that is confirmed.")
      ]),
    run: run)

  private static func run(_ session: Session) async throws(Failure) {
    let invocation = session.invocation
    let id = invocation.text(id) ?? ""
    guard let reason = invocation.text(reason), !reason.isEmpty else {
      throw .usage(invocation.usageError("--reason TEXT is needed: say why, for the audit log"))
    }
    if !invocation.has(yes) { try await confirm(id, session) }
    _ = try await session.call { client throws(Status) in
      try await client.purge(id: id, reason: reason)
    }
    try? StandardStream.error.write("purged \(id)\n")
  }

  /// Shows what is to be erased, and asks for its id.
  private static func confirm(_ id: String, _ session: Session) async throws(Failure) {
    guard StandardStream.input.isTerminal, StandardStream.error.isTerminal else {
      throw .usage(
        session.invocation.usageError("a purge can't be undone, and nobody can be asked: add --yes")
      )
    }
    do throws(Status) {
      let quote = try await session.client.quote(id: id)
      try? StandardStream.error.write(session.printer.quotes([quote]))
    } catch {
      // One that was deleted can't be shown any more, and can still be erased.
      guard error.code == .notFound else { throw .call(error) }
    }
    try? StandardStream.error.write("This can't be undone. To erase it, type its id: ")
    let answer = readLine()?.filter { !$0.isWhitespace }
    guard answer == id else { throw .unconfirmed("that is not the id: nothing was purged") }
  }
}
