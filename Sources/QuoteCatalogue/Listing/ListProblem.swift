// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// Why quotes can't be found as asked: always the caller's request.
package enum ListProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// `page_size` is negative.
  case negativePageSize(Int32)
  /// `skip` is negative.
  case negativeSkip(Int32)
  /// `filter.min_length` or `filter.max_length` is negative.
  case negativeLength(field: String, Int32)
  /// `filter.min_length` is above `filter.max_length`, so that nothing could match.
  case crossedLengths(least: Int32, most: Int32)
  /// A list of a filter has more names than a filter may have.
  case tooManyNames(field: String, Int)
  /// `order` is a number without a meaning.
  case unknownOrder(Int32)
  /// `page_token` was altered, or comes from elsewhere.
  case invalidToken
  /// `page_token` comes from a list with another filter.
  case tokenOfOtherFilter
  /// `page_token` comes from a list in another order.
  case tokenOfOtherOrder
  /// `page_token` comes from another query or prefix.
  case tokenOfOtherQuery
  /// `page_token` comes from another method.
  case tokenOfOtherMethod
  /// `prefix` is longer than any name.
  case longPrefix(bytes: Int)
  /// `query` is too long.
  case longQuery(bytes: Int)
  /// `query` has too many words.
  case manyWords(Int)
  /// `query` has no word that could be looked for.
  case queryWithoutWord(String)
  /// `count` is negative or too large.
  case impossibleCount(Int32)
  /// `exclude_ids` are too many.
  case tooManyExcluded(Int)

  /// The request's field at fault.
  package var field: String {
    switch self {
    case .negativePageSize: "page_size"
    case .negativeSkip: "skip"
    case .negativeLength(let field, _): "filter.\(field)"
    case .crossedLengths: "filter.min_length"
    case .tooManyNames(let field, _): "filter.\(field)"
    case .unknownOrder: "order"
    case .invalidToken, .tokenOfOtherFilter, .tokenOfOtherOrder, .tokenOfOtherQuery,
      .tokenOfOtherMethod:
      "page_token"
    case .longPrefix: "prefix"
    case .longQuery, .manyWords, .queryWithoutWord: "query"
    case .impossibleCount: "count"
    case .tooManyExcluded: "exclude_ids"
    }
  }

  /// A sentence for a person.
  package var description: String {
    switch self {
    case .negativePageSize(let size):
      "page_size is \(size): it must be 0 (which means \(PageLimits.usualRows)) or more."
    case .negativeSkip(let skip):
      "skip is \(skip): it must be 0 or more."
    case .negativeLength(let field, let length):
      "filter.\(field) is \(length): it must be 0 (which means no limit) or more."
    case .crossedLengths(let least, let most):
      "filter.min_length is \(least) and filter.max_length is \(most): no text is that long."
    case .unknownOrder(let number):
      "order is \(number), which has no meaning: use CATALOGUE, CREATOR or NEWEST."
    case .tooManyNames(let field, let count):
      "filter.\(field) has \(count) names: at most \(PageLimits.mostFilterNames) are allowed."
    case .invalidToken:
      "page_token is not one that this service gave: send next_page_token as it came, or none."
    case .tokenOfOtherFilter:
      "page_token belongs to a list with another filter: keep the filter, or start anew."
    case .tokenOfOtherOrder:
      "page_token belongs to a list in another order: keep the order, or start anew."
    case .tokenOfOtherQuery:
      "page_token belongs to another query or filter: keep what was asked for, or start anew."
    case .tokenOfOtherMethod:
      "page_token belongs to another method: each goes on with the tokens that it gave."
    case .longPrefix(let bytes):
      "prefix has \(bytes) bytes: no name has more than \(QuoteLimits.creatorBytes)."
    case .longQuery(let bytes):
      "query has \(bytes) bytes: at most \(SearchLimits.queryBytes) are allowed."
    case .manyWords(let count):
      "query has \(count) words: at most \(SearchLimits.queryWords) are allowed; each character of "
        + "Chinese, Japanese, Korean or Thai counts as one."
    case .queryWithoutWord(let query):
      "query is \(Excerpt(query)): it needs a letter, a digit or an emoji to look for; punctuation "
        + "is ignored."
    case .impossibleCount(let count):
      "count is \(count): it must be from 0 (which means 1) to \(PageLimits.mostDrawn)."
    case .tooManyExcluded(let count):
      "exclude_ids has \(count) ids: at most \(PageLimits.mostExcluded) are allowed."
    }
  }
}

/// How much one request may ask for.
package enum PageLimits {
  /// The rows of a page that names no size.
  package static let usualRows = 50
  /// The rows of a page at most.
  package static let mostRows = 1_000
  /// The bytes of a page's quotes at most, so that no client's limit of 4 MiB is met. A quote that
  /// is longer comes alone.
  package static let mostBytes = 1 << 20
  /// The names in each list of a filter at most.
  package static let mostFilterNames = 1_000
  /// The quotes among which those that meet a filter are found in less than a millisecond.
  package static let quotesFilteredAtOnce = 100_000
  /// The quotes of one draw at most.
  package static let mostDrawn: Int32 = 100
  /// The quotes that a draw can be told to leave out.
  package static let mostExcluded = 1_000

  /// The rows that a page of a stated size has at most; the size is not negative.
  static func rows(_ pageSize: Int32) -> Int {
    pageSize == 0 ? usualRows : min(Int(pageSize), mostRows)
  }
}
