// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
package import RPCCore

/// Decides who a caller is and what they may, for the methods behind one door.
///
/// Who comes by a door that is for the user of the server alone, and a call that this process makes
/// itself, needs no token and may do everything. Everybody else shows one, as
/// `authorization: Bearer TOKEN`. What a caller sent as a token is in no message and no log.
package struct Authority: Sendable {
  private let admitsUnixSockets: Bool
  private let proxies: TrustedProxies
  private let limits: CallLimits

  /// Creates the authority of a door.
  ///
  /// - Parameters:
  ///   - admitsUnixSockets: Whether who comes by a Unix socket needs no token: the file's mode has
  ///     let nobody but the user of the server to it.
  ///   - proxies: Who is believed when they say for whom they call.
  package init(admitsUnixSockets: Bool, proxies: TrustedProxies, limits: CallLimits) {
    self.admitsUnixSockets = admitsUnixSockets
    self.proxies = proxies
    self.limits = limits
  }

  /// Whoever calls a method, if they may.
  func editor(
    for method: MethodPath, _ context: CallContext, in tokens: TokenTable
  ) throws(Status) -> Editor {
    let needed = RequiredRole.of(method)
    let name = method.description.split(separator: "/").last.map { String($0) } ?? ""
    if isLocal(context.peer) { return .local }
    let token = try holder(context, in: tokens, toDo: name, needing: needed)
    guard token.role >= needed else {
      throw .roleTooLow(token, needed: needed, what: name)
    }
    return Editor(name: token.id, role: token.role, request: nil)
  }

  /// Lets a call pass that only reads, or refuses it: where it calls too often, and where reading
  /// needs a token and it has none that holds.
  func admitReading(
    _ context: CallContext, in tokens: TokenTable, needsToken: Bool
  ) throws(Status) {
    if isLocal(context.peer) { return }
    let address = address(of: context)
    if let wait = limits.perAddress?(CallLimits.key(ofAddress: address)) {
      throw .tooManyCalls(by: address, retryAfter: wait)
    }
    // Where reading is open, a token only says for whom to count.
    let token =
      needsToken
      ? try holder(context, in: tokens, toDo: "Reading here", needing: .reader)
      : (try? Bearer(context.metadata)).flatMap { tokens.token(forSecret: $0.secret) }
    if let token, token.revokeTime == nil, let wait = limits.perToken?(token.id) {
      throw .tooManyCalls(by: "The token \(token.id)", retryAfter: wait)
    }
  }

  /// Whether a gate has anything to do on a door.
  func needsGate(needsToken: Bool) -> Bool { needsToken || limits.limitsCalls }

  private func isLocal(_ peer: Peer) -> Bool {
    peer == .thisProcess || admitsUnixSockets && peer.isUnixSocket
  }

  private func address(of context: CallContext) -> String {
    proxies.isEmpty
      ? context.peer.address
      : proxies.caller(
        peer: context.peer.address, forwardedFor: context.metadata.values("x-forwarded-for"))
  }

  /// The token that a call shows, if it holds.
  private func holder(
    _ context: CallContext, in tokens: TokenTable, toDo what: String, needing role: Role
  ) throws(Status) -> AccessToken {
    let bearer = try Bearer(context.metadata, toDo: what, needing: role)
    let token = tokens.token(forSecret: bearer.secret)
    if let token, token.revokeTime == nil { return token }
    let address = address(of: context)
    if let wait = limits.failuresPerAddress(CallLimits.key(ofAddress: address)) {
      throw .tooManyCalls(by: address, retryAfter: wait)
    }
    throw token.map { .tokenRevoked($0) } ?? .tokenUnknown
  }
}

extension Status {
  fileprivate static let tokenUnknown = Status.refusal(
    .unauthenticated,
    "The token that was sent is none of this catalogue's: send one that quoted token create has "
      + "printed, unchanged.", reason: "TOKEN_UNKNOWN")

  fileprivate static func tokenRevoked(_ token: AccessToken) -> Status {
    .refusal(
      .unauthenticated,
      "The token \(token.id) was revoked and is worthless now: ask an administrator for another.",
      reason: "TOKEN_REVOKED")
  }

  fileprivate static func roleTooLow(
    _ token: AccessToken, needed: Role, what: String
  ) -> Status {
    .refusal(
      .permissionDenied,
      "\(what) needs a token of role \(needed.name); the token \(token.id) has role "
        + "\(token.role.name).", reason: "ROLE_TOO_LOW")
  }
}
