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
  /// A message would have more parts than one answer brings; the limit is that of a part.
  case tooManyParts(limit: Int, most: Int)
  /// A display has no grid, or one with a side that no display has.
  case badGrid(columns: Int32, rows: Int32)
  /// The note, the attribution and a beginning of the text take more rows than there are.
  case tooFewRows(Int, needed: Int)
  /// A character takes more columns than there are.
  case tooFewColumns(Int, needed: Int)
}

extension ComposerError {
  /// Whose fault it is, which decides the code that a caller sees.
  package enum Fault: Sendable {
    /// The request can never succeed: INVALID_ARGUMENT.
    case request
    /// The message would do with another way to fit: FAILED_PRECONDITION.
    case length
  }

  /// Whose fault it is.
  package var fault: Fault {
    switch self {
    case .overLimit: .length
    default: .request
    }
  }

  /// The field of the request that is at fault, as the contract names it.
  package var field: String {
    switch self {
    case .emptyText: "quote.text"
    case .tooLong(let field, _, _, _): field
    case .badSession: "session_id"
    case .negativeLimit, .limitTooSmall, .tooManyParts: "limit"
    case .overLimit, .cannotSplit, .unknownOverflow: "overflow"
    case .unknownChannel: "channel"
    case .badGrid, .tooFewRows, .tooFewColumns: "display"
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
      "\(Self.whole(channel)): use OVERFLOW_TRUNCATE or OVERFLOW_FAIL."
    case .unknownChannel(let channel): "There is no channel number \(channel.rawValue)."
    case .unknownOverflow(let overflow): "There is no overflow number \(overflow.rawValue)."
    case .tooManyParts(let limit, let most):
      "With a limit of \(limit) the message would have more than \(most) parts: raise the limit."
    case .badGrid(let columns, let rows):
      "The grid has \(columns) columns and \(rows) rows: CHANNEL_DISPLAY needs a display of "
        + "1 to \(Display.sides.upperBound) each."
    case .tooFewRows(let rows, let needed):
      "The grid's \(rows) rows are too few: the attribution and the note are never cut, and this "
        + "message needs \(needed)."
    case .tooFewColumns(let columns, let needed):
      "The grid's columns are too few: there are \(columns), and a character takes \(needed)."
    }
  }

  /// Why a channel's message can't be split.
  private static func whole(_ channel: Channel) -> String {
    switch channel {
    case .iMessage: "A message for CHANNEL_IMESSAGE is one bubble, which has no parts"
    case .email: "A message for CHANNEL_EMAIL can be of any length, so it has no parts"
    default: "A message for channel number \(channel.rawValue) has no parts"
    }
  }
}
