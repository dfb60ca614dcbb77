// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import RPCCore

extension MaintenanceService {
  /// Makes a token; this is the only answer that ever holds its secret.
  func createToken(
    _ request: CreateTokenRequest, by editor: Editor
  ) async throws(Status) -> CreateTokenResponse {
    try await making { () throws(EditProblem) in
      try await catalogue.createToken(name: request.name, role: request.role, by: editor)
    }
  }

  /// Lists all tokens.
  func listTokens() -> ListTokensResponse {
    var response = ListTokensResponse()
    response.tokens = catalogue.snapshots.latest.tokens.all
    return response
  }

  /// Makes a token worthless.
  func revokeToken(
    _ request: RevokeTokenRequest, by editor: Editor
  ) async throws(Status) -> RevokeTokenResponse {
    try await making { () throws(EditProblem) in
      try await catalogue.revokeToken(id: request.id, by: editor)
    }
  }
}
