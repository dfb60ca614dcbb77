// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput

/// `quote creators` and `quote tags`: what there is to choose by, with numbers of quotes.
enum FacetCommands {
  private static let prefix = Argument(
    Value("PREFIX"), count: .oneOrNone,
    help: "Only names that begin so, whatever the case and accents.")

  static let creators = QuoteProgram.Entry(
    command: Command(
      "creators",
      summary: "Lists who is quoted, and how often.",
      discussion: [
        "By name; quotes that are not fit for everyone are not counted. list, search and random take "
          + "a name for --creator as it is written here."
      ],
      options: PageOptions.all,
      arguments: [prefix],
      examples: [
        Example("quote creators", "Lists the first fifty."),
        Example("quote creators johann", "Lists those whose names begin so."),
        Example("quote creators --all -o csv", "Writes all, with their numbers of quotes."),
      ]),
    run: { session throws(Failure) in
      let invocation = session.invocation
      let pages = session.client.creatorsPages(
        prefix: invocation.text(prefix) ?? "", pageSize: invocation.pageSize,
        pageToken: invocation.text(PageOptions.token) ?? "")
      try await session.show(
        pages, as: session.printer.creators, facets: \.creators, nextPageToken: \.nextPageToken)
    })

  static let tags = QuoteProgram.Entry(
    command: Command(
      "tags",
      summary: "Lists the tags of the quotes, and how many have each.",
      discussion: ["By name; quotes that are not fit for everyone are not counted."],
      options: PageOptions.all,
      arguments: [prefix],
      examples: [
        Example("quote tags", "Lists the first fifty."),
        Example("quote tags --all -o plain", "Lists all, one a line."),
      ]),
    run: { session throws(Failure) in
      let invocation = session.invocation
      let pages = session.client.tagsPages(
        prefix: invocation.text(prefix) ?? "", pageSize: invocation.pageSize,
        pageToken: invocation.text(PageOptions.token) ?? "")
      try await session.show(
        pages, as: session.printer.tags, facets: \.tags, nextPageToken: \.nextPageToken)
    })
}
