// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput

/// `quote list`: a page of the catalogue, or all of it.
enum ListCommand {
  static let entry = QuoteProgram.Entry(
    command: Command(
      "list",
      summary: "Shows a page of the catalogue, or all of it.",
      discussion: [
        FilterOptions.explanation,
        "A page names the token of the next one: below the table, or in JSON as nextPageToken. It "
          + "goes with the same choice and order, and stays valid.",
      ],
      options: Options.inOrder,
      examples: [
        Example("quote list --page-size 5", "Shows the first five quotes."),
        Example(
          "quote list --language de --creator 'Johann Wolfgang von Goethe'",
          "Shows what Goethe said in German."),
        Example("quote list --all -o csv > quotes.csv", "Writes the whole catalogue to a file."),
        Example("quote list -o json | jq -r .nextPageToken", "Tells where the next page begins."),
      ]),
    run: run)

  private enum Options {
    static let skip = Option(
      "skip", value: Value("COUNT", .integer(0...Int(Int32.max))),
      help: "Passes over so many quotes first.")

    static let orders: KeyValuePairs<String, QuoteOrder> = [
      "catalogue": .catalogue, "creator": .creator, "newest": .newest,
    ]

    static let order = Option(
      "order", value: Value("ORDER", .choice(orders.map(\.key))),
      help: "As they were added, by the creator's name, or the last added first.",
      defaultValue: "catalogue")

    static let inOrder = PageOptions.all + [skip, order] + FilterOptions.all
  }

  private static func run(_ session: Session) async throws(Failure) {
    try await session.show(pages(session), quotes: \.quotes) { page in
      ListEnd(
        nextPageToken: page.nextPageToken, totalSize: page.totalSize, revision: page.revision)
    }
  }

  private static func pages(_ session: Session) -> QuotePages {
    let invocation = session.invocation
    let order = Options.orders.first { $0.key == invocation.text(Options.order) }?.value
    return session.client.pages(
      filter: invocation.filter, order: order ?? .catalogue, pageSize: invocation.pageSize,
      pageToken: invocation.text(PageOptions.token) ?? "",
      skip: invocation.integer(Options.skip) ?? 0)
  }
}
