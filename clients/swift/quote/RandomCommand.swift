// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput

/// `quote random`: quotes drawn by chance.
enum RandomCommand {
  private static let count = Option(
    "count", short: "n", value: Value("COUNT", .integer(1...100)),
    help: "How many to draw; they are distinct.", defaultValue: "1")

  private static let seed = Option(
    "seed", value: Value("NUMBER", .integer(1...Int.max)),
    help: "Draws the same quotes for the same number, as long as the catalogue stays as it is.")

  private static let exclude = Option(
    "exclude", value: Value("ID"), help: "Does not draw this quote.", isRepeatable: true)

  private static let balance = Option(
    flag: "balance-creators",
    help: "Draws a creator first, then a quote of theirs, so that who has few is not crowded out.")

  static let entry = QuoteProgram.Entry(
    command: Command(
      "random",
      summary: "Shows quotes drawn by chance.",
      discussion: [
        "Fewer come where there are fewer than asked for. " + FilterOptions.explanation
      ],
      options: [count, seed, exclude, balance] + FilterOptions.all,
      examples: [
        Example("quote random", "Shows one quote, another each time."),
        Example("quote random -n 3 --language fr", "Shows three different ones in French."),
        Example("quote random --seed 1984 -o json", "Draws what that seed draws for everyone."),
        Example("quote random --max-length 100 -o plain", "Shows a short one, and no more."),
      ]),
    run: run)

  private static func run(_ session: Session) async throws(Failure) {
    let invocation = session.invocation
    let quotes = try await session.call { client throws(Status) in
      try await client.random(
        count: invocation.integer(count) ?? 1, filter: invocation.filter,
        seed: invocation.integer(seed).map { UInt64($0) },
        excluding: invocation.texts(exclude), balancingCreators: invocation.has(balance))
    }
    try Session.write(session.printer.quotes(quotes))
  }
}
