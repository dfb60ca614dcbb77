// SPDX-License-Identifier: Apache-2.0

package import RPCCore

extension Status {
  /// The domain of every reason that this service gives.
  static let domain = "quotes.v1"

  /// A refusal that a program can act on: the code, words for a person, and a reason.
  ///
  /// - Parameters:
  ///   - reason: UPPER_SNAKE_CASE, the same for every refusal of this kind.
  ///   - field: The field of the request that is at fault, by its name in the proto.
  ///   - retryAfter: How long to wait where waiting helps.
  static func refusal(
    _ code: Code, _ message: String, reason: String, field: String? = nil,
    retryAfter: Duration? = nil
  ) -> Status {
    var details = [Detail.errorInfo(reason: reason, domain: domain, metadata: [:])]
    if let field {
      details.append(.badRequest([FieldViolation(field: field, description: message)]))
    }
    if let retryAfter { details.append(.retryInfo(delay: retryAfter)) }
    return Status(code, message, details: details)
  }

  /// The same status with a reason, where it has none: what the transport refuses on its own
  /// carries its code as the reason, so that every error has one.
  package var withReason: Status {
    let hasReason = details.contains { detail in
      if case .errorInfo = detail { true } else { false }
    }
    guard code != .ok, !hasReason else { return self }
    var status = self
    status.details.insert(
      .errorInfo(reason: code.description, domain: Self.domain, metadata: [:]), at: 0)
    return status
  }
}
