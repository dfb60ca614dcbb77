// SPDX-License-Identifier: Apache-2.0

/// Why a source could not give what it was asked for.
public struct QuoteSourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of trouble it is, as far as an app acts on it.
  public enum Reason: Sendable, Hashable {
    /// No answer: no network, no server, or not in time. Trying again may help.
    case unreachable
    /// There is no such quote, day or calendar.
    case notFound
    /// The server refuses what was asked for. Asking the same again won't help.
    case refused
    /// The server wants to know who calls, or doesn't let this caller do it.
    case notAllowed
    /// The answer can't be understood, or contradicts the contract.
    case unreadable
    /// The caller doesn't want it any more.
    case cancelled
  }

  /// What kind of trouble it is.
  public let reason: Reason
  /// What was wrong and what would be right, for a person.
  public let message: String
  /// How long to wait before trying again, where the server has said so.
  public let retryAfter: Duration?

  /// Creates an error.
  public init(_ reason: Reason, _ message: String, retryAfter: Duration? = nil) {
    self.reason = reason
    self.message = message
    self.retryAfter = retryAfter
  }

  /// The caller's own end of it.
  static let cancelled = QuoteSourceError(.cancelled, "The quotes are no longer wanted.")

  /// What was wrong.
  public var description: String { message }
}
