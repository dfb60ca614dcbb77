// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest
package import QuoteModel
internal import QuoteStore
internal import RPCCore

/// The tokens of a catalogue, by which callers show who they are.
package struct TokenTable: Sendable {
  private struct Entry {
    let token: AccessToken
    let hash: [UInt8]
  }

  private let entries: [Entry]

  /// Reads all tokens of a store.
  init(reading store: Store) throws(StoreError) {
    entries = try store.tokens().map { Entry(token: AccessToken($0), hash: $0.hash) }
  }

  /// All tokens, the oldest first, those that were revoked included.
  package var all: [AccessToken] { entries.map(\.token) }

  /// The token whose secret this is; it may have been revoked. Nil where there is none.
  ///
  /// It compares with every token, and each in full, so that the time tells nothing of how near a
  /// guess came.
  package func token(forSecret secret: String) -> AccessToken? {
    guard !entries.isEmpty, secret.utf8.count <= TokenLimits.secretBytes else { return nil }
    let hash = TokenSecret.hash(secret)
    var found: AccessToken?
    for entry in entries where entry.hash.span.equals(hash.span) { found = entry.token }
    return found
  }
}

/// What tokens may be.
package enum TokenLimits {
  /// Tokens that are there and hold, at most: each call with a token is compared with all.
  package static let tokens = 1_000
  /// The name of a token, in graphemes.
  package static let nameGraphemes = 100
  /// The name of a token, in bytes of UTF-8.
  package static let nameBytes = 1_000
  /// What a caller may send as a token, in bytes.
  package static let secretBytes = 256
}

/// What only the holder of a token knows.
enum TokenSecret {
  /// 256 random bits of the system's source for secrets, as text that is known for what it is where
  /// it turns up.
  static func random() -> String {
    var source = SystemRandomNumberGenerator()
    return "quoted_"
      + Base64URL.encode((0..<32).map { _ in .random(in: .min ... .max, using: &source) })
  }

  /// What the store keeps: of random bits this can't be turned back.
  static func hash(_ secret: String) -> [UInt8] {
    SHA256.digest(of: [Array(secret.utf8)])
  }
}

extension AccessToken {
  init(_ stored: StoredToken) {
    self.init()
    id = stored.id
    name = stored.name
    role = Role(rawValue: Int32(clamping: stored.role))
    createTime = stored.created
    revokeTime = stored.revoked
  }
}
