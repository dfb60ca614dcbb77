// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest
package import QuoteModel
internal import QuoteStore
internal import QuoteText

extension Catalogue {
  /// Makes a token. The response is the only place that ever holds its secret.
  ///
  /// - Parameter name: What people call it: 1 to 100 graphemes in one line.
  package func createToken(
    name: String, role: Role, by editor: Editor
  ) async throws(EditProblem) -> CreateTokenResponse {
    let name = try Self.tokenName(name)
    guard [.reader, .editor, .admin].contains(role) else {
      throw .invalid(
        field: "role", "is \(role.rawValue): it must be 1 (READER), 2 (EDITOR) or 3 (ADMIN).")
    }
    let secret = TokenSecret.random()
    let id = Self.randomTokenID()
    return try await write { transaction throws(StoreError) in
      let holding = try transaction.store.tokens().count { $0.revoked == nil }
      guard holding < TokenLimits.tokens else { return .failure(.tooManyTokens(holding)) }
      let token = StoredToken(
        id: id, name: name, role: Int64(role.rawValue), hash: TokenSecret.hash(secret),
        created: transaction.time, revoked: nil)
      try transaction.put(token)
      try transaction.audit("CreateToken", of: id, by: editor, detail: "")
      var response = CreateTokenResponse()
      response.token = AccessToken(token)
      response.secret = secret
      return .success(response)
    }
  }

  /// Makes a token worthless. One that is revoked already stays as it is.
  package func revokeToken(
    id: String, by editor: Editor
  ) async throws(EditProblem) -> RevokeTokenResponse {
    guard !id.isEmpty else { throw .invalid(field: "id", "is empty: name the token.") }
    return try await write { transaction throws(StoreError) in
      guard var token = try transaction.store.tokens().first(where: { $0.id == id }) else {
        return .failure(.tokenNotFound(id: id))
      }
      if token.revoked == nil {
        token = StoredToken(
          id: id, name: token.name, role: token.role, hash: token.hash, created: token.created,
          revoked: transaction.time)
        try transaction.put(token)
        try transaction.audit("RevokeToken", of: id, by: editor, detail: "")
      }
      var response = RevokeTokenResponse()
      response.token = AccessToken(token)
      return .success(response)
    }
  }

  private static func tokenName(_ given: String) throws(EditProblem) -> String {
    guard given.utf8.count <= TokenLimits.nameBytes else {
      throw .invalid(
        field: "name",
        "takes \(given.utf8.count) bytes: at most \(TokenLimits.nameBytes) are allowed.")
    }
    let name = Tidying.tidy(given)
    guard !name.isEmpty else { throw .invalid(field: "name", "is empty: say whose token it is.") }
    if let refused = TextInspection.firstRefused(in: name) {
      throw .invalid(field: "name", "holds \(refused), which is not allowed.")
    }
    guard !name.utf8.contains(0x0A) else {
      throw .invalid(field: "name", "holds a line break: it must be one line.")
    }
    let length = Graphemes.count(name)
    guard length <= TokenLimits.nameGraphemes else {
      throw .invalid(
        field: "name",
        "has \(length) characters: at most \(TokenLimits.nameGraphemes) are allowed.")
    }
    return name
  }

  /// 60 random bits, as characters that can be read out.
  private static func randomTokenID() -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
    return String((0..<12).map { _ in alphabet[Int.random(in: 0..<32)] })
  }
}
