// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// Why a message can't be composed.
package enum ComposerError: Error, Hashable, Sendable {
  /// Nothing is left of the quote's text once it is cleaned.
  case emptyText
  /// A field is longer than a message takes; both in the unit.
  case tooLong(field: String, used: Int, limit: Int, unit: String)
  /// The session id is longer than 256 bytes or has control characters.
  case badSession
  /// The limit is below 0.
  case negativeLimit(Int32)
  /// Not even one character of the text fits beside what is never cut; both in the unit.
  case limitTooSmall(Int, needed: Int, unit: String)
  /// The message is too long and was not to be cut; both in the unit.
  case overLimit(used: Int, limit: Int, unit: String)
  /// The channel has no parts to split a message into.
  case cannotSplit(Channel)
  /// The contract has no such number.
  case unknownChannel(Channel)
  /// The contract has no such number.
  case unknownOverflow(Overflow)
  /// The contract has the channel, this server does not.
  case notYet(Channel)
}

extension ComposerError {
  /// Whose fault it is, which decides the code that a caller sees.
  package enum Fault: Sendable {
    /// The request can never succeed: INVALID_ARGUMENT.
    case request
    /// The message would do with another way to fit: FAILED_PRECONDITION.
    case length
    /// The server can't do it: UNIMPLEMENTED.
    case server
  }

  /// Whose fault it is.
  package var fault: Fault {
    switch self {
    case .overLimit: .length
    case .notYet: .server
    default: .request
    }
  }

  /// The field of the request that is at fault, as the contract names it.
  package var field: String {
    switch self {
    case .emptyText: "quote.text"
    case .tooLong(let field, _, _, _): field
    case .badSession: "session_id"
    case .negativeLimit, .limitTooSmall: "limit"
    case .overLimit, .cannotSplit, .unknownOverflow: "overflow"
    case .unknownChannel, .notYet: "channel"
    }
  }
}

extension ComposerError: CustomStringConvertible {
  /// What is wrong, with the value, and what would be right.
  package var description: String {
    switch self {
    case .emptyText: "The quote has no text: give at least one visible character."
    case .tooLong(let field, let used, let limit, let unit):
      "The \(field) has \(used) \(unit); the most is \(limit)."
    case .badSession: "A session_id has at most \(SessionID.bytes) bytes of visible characters."
    case .negativeLimit(let limit):
      "The limit is \(limit): it must be positive, or 0 for the channel's own."
    case .limitTooSmall(let limit, let needed, let unit):
      "The limit of \(limit) \(unit) is too small: the attribution and the note are never cut, and "
        + "this message needs \(needed)."
    case .overLimit(let used, let limit, let unit):
      "The message has \(used) \(unit) and the channel takes \(limit): let it be truncated."
    case .cannotSplit(let channel):
      "A message for \(Self.name(channel)) has no parts: use OVERFLOW_TRUNCATE or OVERFLOW_FAIL."
    case .unknownChannel(let channel): "There is no channel number \(channel.rawValue)."
    case .unknownOverflow(let overflow): "There is no overflow number \(overflow.rawValue)."
    case .notYet(let channel):
      "This server can't compose for \(Self.name(channel)) yet; it can for "
        + Composer.channels.map(Self.name).joined(separator: " and ") + "."
    }
  }

  private static func name(_ channel: Channel) -> String {
    let names = [
      "CHANNEL_PLAIN_TEXT", "CHANNEL_IMESSAGE", "CHANNEL_SMS", "CHANNEL_SLACK", "CHANNEL_DISCORD",
      "CHANNEL_TELEGRAM", "CHANNEL_MATRIX", "CHANNEL_MASTODON", "CHANNEL_BLUESKY", "CHANNEL_EMAIL",
      "CHANNEL_DISPLAY",
    ]
    let index = Int(channel.rawValue) - 1
    return names.indices.contains(index) ? names[index] : "channel \(channel.rawValue)"
  }
}
