// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
package import RPCCore

/// The service that writes.
private let service = "quotes.v1.QuoteAdminService"

/// Adds one quote.
package enum CreateQuote: RPCMethod {
  package typealias Request = CreateQuoteRequest
  package typealias Response = CreateQuoteResponse
  package static let path = MethodPath(service: service, method: "CreateQuote")
}

/// Changes fields of one quote.
package enum UpdateQuote: RPCMethod {
  package typealias Request = UpdateQuoteRequest
  package typealias Response = UpdateQuoteResponse
  package static let path = MethodPath(service: service, method: "UpdateQuote")
}

/// Removes one quote from the catalogue.
package enum DeleteQuote: RPCMethod {
  package typealias Request = DeleteQuoteRequest
  package typealias Response = DeleteQuoteResponse
  package static let path = MethodPath(service: service, method: "DeleteQuote")
}

/// Erases a quote's text for good.
package enum PurgeQuote: RPCMethod {
  package typealias Request = PurgeQuoteRequest
  package typealias Response = PurgeQuoteResponse
  package static let path = MethodPath(service: service, method: "PurgeQuote")
}

/// Adds a batch of quotes.
package enum ImportQuotes: RPCMethod {
  package typealias Request = ImportQuotesRequest
  package typealias Response = ImportQuotesResponse
  package static let path = MethodPath(service: service, method: "ImportQuotes")
}

/// Sends the whole catalogue: a stream of responses.
package enum ExportQuotes: RPCMethod {
  package typealias Request = ExportQuotesRequest
  package typealias Response = ExportQuotesResponse
  package static let path = MethodPath(service: service, method: "ExportQuotes")
}

/// Declares a calendar or changes it.
package enum PutCalendar: RPCMethod {
  package typealias Request = PutCalendarRequest
  package typealias Response = PutCalendarResponse
  package static let path = MethodPath(service: service, method: "PutCalendar")
}

/// Reserves a date for a quote.
package enum PinDailyQuote: RPCMethod {
  package typealias Request = PinDailyQuoteRequest
  package typealias Response = PinDailyQuoteResponse
  package static let path = MethodPath(service: service, method: "PinDailyQuote")
}

/// Gives a pinned date back.
package enum UnpinDailyQuote: RPCMethod {
  package typealias Request = UnpinDailyQuoteRequest
  package typealias Response = UnpinDailyQuoteResponse
  package static let path = MethodPath(service: service, method: "UnpinDailyQuote")
}

/// Lists a calendar's pins.
package enum ListPins: RPCMethod {
  package typealias Request = ListPinsRequest
  package typealias Response = ListPinsResponse
  package static let path = MethodPath(service: service, method: "ListPins")
}
