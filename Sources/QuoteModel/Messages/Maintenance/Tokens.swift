// SPDX-License-Identifier: Apache-2.0

/// A token, without its secret.
package struct AccessToken: Sendable, Hashable {
  /// What it goes by in the audit log; it tells nothing of the secret.
  package var id = ""
  /// What people call it.
  package var name = ""
  /// What it allows.
  package var role = Role.unspecified
  /// When it was made.
  package var createTime: Timestamp?
  /// When it was revoked; nil = it holds.
  package var revokeTime: Timestamp?

  /// Creates an empty value.
  package init() {}
}

/// Asks for a new token.
package struct CreateTokenRequest: Sendable, Hashable {
  /// What people will call it: 1 to 100 graphemes.
  package var name = ""
  /// What it is to allow.
  package var role = Role.unspecified

  /// Creates an empty request.
  package init() {}
}

/// The token that was made.
package struct CreateTokenResponse: Sendable, Hashable {
  /// The token.
  package var token: AccessToken?
  /// What callers send as `authorization: Bearer SECRET`; it can't be had again.
  package var secret = ""

  /// Creates an empty response.
  package init() {}
}

/// Asks for all tokens.
package struct ListTokensRequest: Sendable, Hashable {
  /// Creates the request.
  package init() {}
}

/// All tokens.
package struct ListTokensResponse: Sendable, Hashable {
  /// As they were made, the oldest first.
  package var tokens: [AccessToken] = []

  /// Creates an empty response.
  package init() {}
}

/// Asks to revoke a token.
package struct RevokeTokenRequest: Sendable, Hashable {
  /// The token's id.
  package var id = ""

  /// Creates an empty request.
  package init() {}
}

/// The token is revoked.
package struct RevokeTokenResponse: Sendable, Hashable {
  /// The token.
  package var token: AccessToken?

  /// Creates an empty response.
  package init() {}
}

/// What a token allows. Each role may do all that the ones before it may.
package struct Role: RawRepresentable, Hashable, Sendable, Comparable {
  /// The number on the wire.
  package let rawValue: Int32
  /// Creates a value from its number; unknown numbers are kept.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// None was named.
  package static let unspecified = Self(rawValue: 0)
  /// To read, where the server asks for a token.
  package static let reader = Self(rawValue: 1)
  /// To change quotes, calendars and pins.
  package static let editor = Self(rawValue: 2)
  /// To purge quotes, replace fixed days, and take ids over from another catalogue.
  package static let admin = Self(rawValue: 3)

  /// Whether the right role may do all that the left one may, and more.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
