// SPDX-License-Identifier: Apache-2.0

/// Why a page can't be listed: always the caller's request.
package enum ListProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// `page_size` is negative.
  case negativePageSize(Int32)
  /// `skip` is negative.
  case negativeSkip(Int32)
  /// `filter.min_length` or `filter.max_length` is negative.
  case negativeLength(field: String, Int32)
  /// `filter.min_length` is above `filter.max_length`, so that nothing could match.
  case crossedLengths(least: Int32, most: Int32)
  /// `order` is a number without a meaning.
  case unknownOrder(Int32)
  /// `order` is one that the contract has and this server does not.
  case orderNotServed(Int32)
  /// `page_token` was altered, or comes from elsewhere.
  case invalidToken
  /// `page_token` comes from a list with another filter.
  case tokenOfOtherFilter
  /// `page_token` comes from a list in another order.
  case tokenOfOtherOrder

  /// The request's field at fault.
  package var field: String {
    switch self {
    case .negativePageSize: "page_size"
    case .negativeSkip: "skip"
    case .negativeLength(let field, _): "filter.\(field)"
    case .crossedLengths: "filter.min_length"
    case .unknownOrder, .orderNotServed: "order"
    case .invalidToken, .tokenOfOtherFilter, .tokenOfOtherOrder: "page_token"
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
      "order is \(number), which has no meaning: use CATALOGUE or NEWEST."
    case .orderNotServed(let number):
      "This server can't list in order \(number) yet: use CATALOGUE or NEWEST."
    case .invalidToken:
      "page_token is not one that this service gave: send next_page_token as it came, or none."
    case .tokenOfOtherFilter:
      "page_token belongs to a list with another filter: keep the filter, or start anew."
    case .tokenOfOtherOrder:
      "page_token belongs to a list in another order: keep the order, or start anew."
    }
  }
}

/// How much one page holds.
package enum PageLimits {
  /// The rows of a page that names no size.
  package static let usualRows = 50
  /// The rows of a page at most.
  package static let mostRows = 1_000
  /// The bytes of a page's quotes at most, so that no client's limit of 4 MiB is met. A quote that
  /// is longer comes alone.
  package static let mostBytes = 1 << 20
}
