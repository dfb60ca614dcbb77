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
        "Options that choose quotes hold together; of several values of one option, any will do, "
          + "except that a quote must have every --tag. Mature quotes are shown with "
          + "--include-mature only.",
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
    static let pageSize = Option(
      "page-size", short: "n", value: Value("COUNT", .integer(0...Int(Int32.max))),
      help: "The most quotes on a page; 0 means the server's usual number, 50; 1000 is the most it "
        + "gives.")

    static let pageToken = Option(
      "page-token", value: Value("TOKEN"), help: "Goes on where the page ended that named it.")

    static let all = Option(
      flag: "all", short: "a", help: "Shows all pages, one after the other.")

    static let skip = Option(
      "skip", value: Value("COUNT", .integer(0...Int(Int32.max))),
      help: "Passes over so many quotes first.")

    static let orders: KeyValuePairs<String, QuoteOrder> = [
      "catalogue": .catalogue, "newest": .newest,
    ]

    static let order = Option(
      "order", value: Value("ORDER", .choice(orders.map(\.key))),
      help: "As they were added, or the last added first.", defaultValue: "catalogue")

    static let languages = Option(
      "language", short: "l", value: Value("TAG"),
      help: "Only quotes in this language, BCP 47; en takes en-GB in.", isRepeatable: true)

    static let creators = Option(
      "creator", value: Value("NAME"),
      help: "Only quotes by this creator, spelled as the quotes have it.",
      isRepeatable: true)

    static let tags = Option(
      "tag", value: Value("WORD"), help: "Only quotes with this tag.",
      isRepeatable: true)

    static let includeMature = Option(
      flag: "include-mature", help: "Takes quotes in that are not fit for everyone.")

    static let inOrder = [
      pageSize, pageToken, all, skip, order, languages, creators, tags, includeMature,
    ]
  }

  private static func run(_ session: Session) async throws(Failure) {
    let showsAll = session.invocation.has(Options.all)
    let printer = session.printer.list
    var pages = pages(session).makeAsyncIterator()
    var last: ListQuotesResponse?
    var count = 0
    repeat {
      let next: ListQuotesResponse?
      do throws(Status) { next = try await pages.next() } catch { throw .call(error) }
      guard let page = next else { break }
      // Nothing is written before the first page is there: an error leaves no half document.
      let opening = last == nil ? printer.opening : ""
      try Session.write(opening + printer.page(page.quotes, isFirst: count == 0))
      count += page.quotes.count
      last = page
    } while showsAll
    if let last { try Session.write(printer.closing(count: count, last: last)) }
  }

  private static func pages(_ session: Session) -> QuotePages {
    let invocation = session.invocation
    var filter = QuoteFilter()
    filter.languages = invocation.texts(Options.languages)
    filter.creators = invocation.texts(Options.creators)
    filter.tagsAll = invocation.texts(Options.tags)
    filter.includeMature = invocation.has(Options.includeMature)
    let order = Options.orders.first { $0.key == invocation.text(Options.order) }?.value
    // With all pages wanted, the largest cost the fewest calls.
    let usualSize = invocation.has(Options.all) ? 1000 : 0
    return session.client.pages(
      filter: filter == QuoteFilter() ? nil : filter, order: order ?? .catalogue,
      pageSize: invocation.integer(Options.pageSize) ?? usualSize,
      pageToken: invocation.text(Options.pageToken) ?? "",
      skip: invocation.integer(Options.skip) ?? 0)
  }
}
