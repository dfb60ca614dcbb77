// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
package import RPCCore

/// The service that reads.
private let service = "quotes.v1.QuoteService"

/// Lists a page of the catalogue.
package enum ListQuotes: RPCMethod {
  package typealias Request = ListQuotesRequest
  package typealias Response = ListQuotesResponse
  package static let path = MethodPath(service: service, method: "ListQuotes")
}

/// Gets one quote by its id.
package enum GetQuote: RPCMethod {
  package typealias Request = GetQuoteRequest
  package typealias Response = GetQuoteResponse
  package static let path = MethodPath(service: service, method: "GetQuote")
}

/// Finds the best matches of a full-text query.
package enum SearchQuotes: RPCMethod {
  package typealias Request = SearchQuotesRequest
  package typealias Response = SearchQuotesResponse
  package static let path = MethodPath(service: service, method: "SearchQuotes")
}

/// Draws quotes by chance.
package enum RandomQuotes: RPCMethod {
  package typealias Request = RandomQuotesRequest
  package typealias Response = RandomQuotesResponse
  package static let path = MethodPath(service: service, method: "RandomQuotes")
}

/// Tells the quote of a civil date in a calendar.
package enum DailyQuote: RPCMethod {
  package typealias Request = DailyQuoteRequest
  package typealias Response = DailyQuoteResponse
  package static let path = MethodPath(service: service, method: "DailyQuote")
}

/// Lists the quotes of a range of dates.
package enum ListDailyQuotes: RPCMethod {
  package typealias Request = ListDailyQuotesRequest
  package typealias Response = ListDailyQuotesResponse
  package static let path = MethodPath(service: service, method: "ListDailyQuotes")
}

/// Sends each day's quote as the day begins: a stream of responses.
package enum WatchDailyQuote: RPCMethod {
  package typealias Request = WatchDailyQuoteRequest
  package typealias Response = WatchDailyQuoteResponse
  package static let path = MethodPath(service: service, method: "WatchDailyQuote")
}

/// Lists all calendars.
package enum ListCalendars: RPCMethod {
  package typealias Request = ListCalendarsRequest
  package typealias Response = ListCalendarsResponse
  package static let path = MethodPath(service: service, method: "ListCalendars")
}

/// Lists creators with their number of quotes.
package enum ListCreators: RPCMethod {
  package typealias Request = ListCreatorsRequest
  package typealias Response = ListCreatorsResponse
  package static let path = MethodPath(service: service, method: "ListCreators")
}

/// Lists tags with their number of quotes.
package enum ListTags: RPCMethod {
  package typealias Request = ListTagsRequest
  package typealias Response = ListTagsResponse
  package static let path = MethodPath(service: service, method: "ListTags")
}

/// Turns a quote into a message that is ready for a channel.
package enum ComposeMessage: RPCMethod {
  package typealias Request = ComposeMessageRequest
  package typealias Response = ComposeMessageResponse
  package static let path = MethodPath(service: service, method: "ComposeMessage")
}
