// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
package import RPCCore

/// The service that cares for a server.
private let service = "quotes.maintenance.v1.MaintenanceService"

/// Makes a token.
package enum CreateToken: RPCMethod {
  package typealias Request = CreateTokenRequest
  package typealias Response = CreateTokenResponse
  package static let path = MethodPath(service: service, method: "CreateToken")
}

/// Lists all tokens.
package enum ListTokens: RPCMethod {
  package typealias Request = ListTokensRequest
  package typealias Response = ListTokensResponse
  package static let path = MethodPath(service: service, method: "ListTokens")
}

/// Makes a token worthless.
package enum RevokeToken: RPCMethod {
  package typealias Request = RevokeTokenRequest
  package typealias Response = RevokeTokenResponse
  package static let path = MethodPath(service: service, method: "RevokeToken")
}

/// Writes a whole copy of the store to a new file.
package enum Backup: RPCMethod {
  package typealias Request = BackupRequest
  package typealias Response = BackupResponse
  package static let path = MethodPath(service: service, method: "Backup")
}

/// Examines the server and what it works with.
package enum GetStatus: RPCMethod {
  package typealias Request = GetStatusRequest
  package typealias Response = GetStatusResponse
  package static let path = MethodPath(service: service, method: "GetStatus")
}

/// Removes the starter quotes.
package enum RemoveStarterQuotes: RPCMethod {
  package typealias Request = RemoveStarterQuotesRequest
  package typealias Response = RemoveStarterQuotesResponse
  package static let path = MethodPath(service: service, method: "RemoveStarterQuotes")
}

/// Fixes the days of all calendars through a date.
package enum FixCalendars: RPCMethod {
  package typealias Request = FixCalendarsRequest
  package typealias Response = FixCalendarsResponse
  package static let path = MethodPath(service: service, method: "FixCalendars")
}

/// Sends the flaws of all quotes: a stream of responses.
package enum CheckQuotes: RPCMethod {
  package typealias Request = CheckQuotesRequest
  package typealias Response = CheckQuotesResponse
  package static let path = MethodPath(service: service, method: "CheckQuotes")
}

/// Lists what was changed, by whom.
package enum ListAudit: RPCMethod {
  package typealias Request = ListAuditRequest
  package typealias Response = ListAuditResponse
  package static let path = MethodPath(service: service, method: "ListAudit")
}
