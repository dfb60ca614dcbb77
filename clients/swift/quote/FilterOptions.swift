// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine

/// The options that choose quotes.
enum FilterOptions {
  static let languages = Option(
    "language", short: "l", value: Value("TAG"),
    help: "Only quotes in this language, BCP 47; en takes en-GB in.", isRepeatable: true)

  static let creators = Option(
    "creator", value: Value("NAME"),
    help: "Only quotes by this creator, spelled as the quotes have it; quote creators finds it.",
    isRepeatable: true)

  static let tags = Option(
    "tag", value: Value("WORD"), help: "Only quotes with this tag.", isRepeatable: true)

  static let minLength = Option(
    "min-length", value: Value("COUNT", .integer(0...Int(Int32.max))),
    help: "Only quotes whose text has at least so many characters.")

  static let maxLength = Option(
    "max-length", value: Value("COUNT", .integer(0...Int(Int32.max))),
    help: "Only quotes whose text has at most so many characters; 0 = no limit.")

  static let includeMature = Option(
    flag: "include-mature", help: "Takes quotes in that are not fit for everyone.")

  static let all = [languages, creators, tags, minLength, maxLength, includeMature]

  /// How they go together, for help.
  static let explanation =
    "Options that choose quotes hold together; of several values of one option, any will do, "
    + "except that a quote must have every --tag. Mature quotes are shown with "
    + "--include-mature only."
}

/// The options of what comes in pages.
enum PageOptions {
  static let size = Option(
    "page-size", short: "n", value: Value("COUNT", .integer(0...Int(Int32.max))),
    help: "The most on a page; 0 means the server's usual number, 50; 1000 is the most it gives.")

  static let token = Option(
    "page-token", value: Value("TOKEN"), help: "Goes on where the page ended that named it.")

  static let allPages = Option(
    flag: "all", short: "a", help: "Shows all pages, one after the other.")

  static let all = [size, token, allPages]
}

extension Invocation {
  /// Which quotes the options mean; nil = all but the mature ones.
  var filter: QuoteFilter? {
    var filter = QuoteFilter()
    filter.languages = texts(FilterOptions.languages)
    filter.creators = texts(FilterOptions.creators)
    filter.tagsAll = texts(FilterOptions.tags)
    filter.minLength = Int32(clamping: integer(FilterOptions.minLength) ?? 0)
    filter.maxLength = Int32(clamping: integer(FilterOptions.maxLength) ?? 0)
    filter.includeMature = has(FilterOptions.includeMature)
    return filter == QuoteFilter() ? nil : filter
  }

  /// The size of a page: with all pages wanted, the largest cost the fewest calls.
  var pageSize: Int { integer(PageOptions.size) ?? (has(PageOptions.allPages) ? 1000 : 0) }
}
