// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import RPCCore

/// What a caller sent as a token (RFC 6750, section 2.1). It has no description, so that it can't
/// get into a message or a log by mistake.
struct Bearer {
  /// The token's secret.
  let secret: String

  /// Finds it in a call's metadata: exactly one `authorization` of the scheme `Bearer`.
  ///
  /// - Parameters:
  ///   - what: What the caller wants to do, for the message where there is none.
  ///   - role: The role that it needs.
  init(
    _ metadata: Metadata, toDo what: String = "This", needing role: Role = .reader
  ) throws(Status) {
    let values = metadata.values("authorization")
    let needs = "\(what) needs a token of role \(role.name): send authorization: Bearer TOKEN"
    guard let value = values.first else {
      throw .refusal(.unauthenticated, "\(needs).", reason: "TOKEN_MISSING")
    }
    guard values.count == 1 else {
      throw .refusal(
        .unauthenticated, "\(needs), once; there are \(values.count) values of authorization.",
        reason: "TOKEN_MISSING")
    }
    let scheme = Array("bearer ".utf8)
    let isBearer = value.count > scheme.count && zip(value, scheme).allSatisfy { $0 | 0x20 == $1 }
    guard isBearer else {
      throw .refusal(
        .unauthenticated, "\(needs); what was sent as authorization is of another scheme.",
        reason: "TOKEN_MISSING")
    }
    secret = String(decoding: value[scheme.count...].drop { $0 == 0x20 }, as: UTF8.self)
  }
}

extension Role {
  /// The role as people write it.
  package var name: String {
    switch self {
    case .reader: "READER"
    case .editor: "EDITOR"
    case .admin: "ADMIN"
    default: "\(rawValue)"
    }
  }
}

extension Bearer: CustomReflectable, CustomStringConvertible {
  /// Never the secret.
  var description: String { "a token" }
  /// Never the secret.
  var customMirror: Mirror { Mirror(self, children: [:]) }
}
