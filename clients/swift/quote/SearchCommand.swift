// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput

/// `quote search`: the quotes that match some words best.
enum SearchCommand {
  private static let words = Argument(
    Value("WORD"), count: .oneOrMore, help: "What to look for; all words must occur.")

  static let entry = QuoteProgram.Entry(
    command: Command(
      "search",
      summary: "Shows the quotes that match some words best.",
      discussion: [
        "Words are looked for in the text, the creator's name, the source and the tags. Case, "
          + "accents and punctuation don't matter; digits do, and Chinese, Japanese, Korean and Thai "
          + "need no spaces. Words in quotation marks, which the shell must leave there, have to "
          + "follow each other. The last word is also found as the beginning of a longer one.",
        "The best matches come first; there are 1000 at most. " + FilterOptions.explanation,
      ],
      options: PageOptions.all + FilterOptions.all,
      arguments: [words],
      examples: [
        Example("quote search brevity wit", "Finds who said that brevity is the soul of wit."),
        Example("quote search '\"to be or not\"'", "Finds words that follow each other."),
        Example("quote search --language zh 孔子", "Finds what is said of Confucius in Chinese."),
        Example("quote search love --max-length 100 -n 5", "Finds five short ones."),
      ]),
    run: run)

  private static func run(_ session: Session) async throws(Failure) {
    let invocation = session.invocation
    let pages = session.client.searchPages(
      invocation.texts(words).joined(separator: " "), filter: invocation.filter,
      pageSize: invocation.pageSize, pageToken: invocation.text(PageOptions.token) ?? "")
    try await session.show(pages, quotes: \.quotes) { page in
      ListEnd(nextPageToken: page.nextPageToken, totalSize: nil, revision: page.revision)
    }
  }
}
