// SPDX-License-Identifier: Apache-2.0

/// Asks for a quote as a message that is ready for a channel.
public struct ComposeMessageRequest: Sendable, Hashable {
  /// Which quote.
  public enum Subject: Sendable, Hashable {
    /// One of the catalogue.
    case quoteID(String)
    /// The quote of a day.
    case daily(DailyQuoteRequest)
    /// One that is not in the catalogue.
    case quote(Quote)
  }

  /// Which quote; needed.
  public var subject: Subject?
  /// Where the message is to go.
  public var channel = Channel.unspecified
  /// The sender's own words.
  public var note = ""
  /// Of the reader, BCP 47.
  public var locale = ""
  /// Same session = replace the earlier message.
  public var sessionID = ""
  /// What happens to a text that is too long.
  public var overflow = Overflow.unspecified
  /// Where the channel's own limit differs; 0 = the channel's own.
  public var limit: Int32 = 0
  /// For `Channel.display`.
  public var display: DisplayGrid?

  /// Creates an empty request.
  public init() {}
}

/// A message that is ready for its channel.
public struct ComposeMessageResponse: Sendable, Hashable {
  /// The message.
  public var message: Message?

  /// Creates an empty response.
  public init() {}
}

/// A quote made ready for a channel.
public struct Message: Sendable, Hashable {
  /// Plain text, always there.
  public var text = ""
  /// The parts, when split.
  public var parts: [String] = []
  /// The layout of an iMessage.
  public var layout: MessageLayout?
  /// The body for the channel's own API, where it has one.
  public var payloadJSON = ""
  /// One line for a notification.
  public var summaryText = ""
  /// All of it, for a screen reader.
  public var accessibilityLabel = ""
  /// Where the quote can be seen.
  public var url = ""
  /// Same session = replace the earlier message.
  public var sessionID = ""
  /// Whether the text was cut.
  public var truncated = false
  /// How long it is, and how long it may be.
  public var length: MessageLength?
  /// The subject of an email.
  public var subject = ""
  /// A whole email in MIME, but for who sends it to whom, and when.
  public var mime = ""

  /// Creates an empty message.
  public init() {}
}

/// The fields of a template layout: four captions below a picture, two titles on it.
public struct MessageLayout: Sendable, Hashable {
  /// On the picture.
  public var imageTitle = ""
  /// On the picture, smaller.
  public var imageSubtitle = ""
  /// Below, leading.
  public var caption = ""
  /// Below the caption.
  public var subcaption = ""
  /// Below, trailing.
  public var trailingCaption = ""
  /// Below the trailing caption.
  public var trailingSubcaption = ""

  /// Creates an empty layout.
  public init() {}
}

/// How long a message is, and how long it may be.
public struct MessageLength: Sendable, Hashable {
  /// What it takes.
  public var used: Int32 = 0
  /// What there is.
  public var limit: Int32 = 0
  /// `graphemes`, `UTF-16`, `bytes`, `septets`, …
  public var unit = ""

  /// Creates an empty length.
  public init() {}
}

/// A grid of characters: e-ink, LED, terminal.
public struct DisplayGrid: Sendable, Hashable {
  /// Characters in a row.
  public var columns: Int32 = 0
  /// Rows.
  public var rows: Int32 = 0
  /// Transliterates to ASCII.
  public var ascii = false

  /// Creates an empty grid.
  public init() {}
}

/// Where a message is to go.
public struct Channel: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: Int32
  /// Creates a value from its number; unknown numbers are kept.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// As `plainText`.
  public static let unspecified = Self(rawValue: 0)
  /// Nothing but text.
  public static let plainText = Self(rawValue: 1)
  /// A Messages extension's template layout.
  public static let iMessage = Self(rawValue: 2)
  /// SMS.
  public static let sms = Self(rawValue: 3)
  /// Slack's Block Kit.
  public static let slack = Self(rawValue: 4)
  /// Discord.
  public static let discord = Self(rawValue: 5)
  /// Telegram.
  public static let telegram = Self(rawValue: 6)
  /// Matrix.
  public static let matrix = Self(rawValue: 7)
  /// Mastodon.
  public static let mastodon = Self(rawValue: 8)
  /// Bluesky.
  public static let bluesky = Self(rawValue: 9)
  /// Email.
  public static let email = Self(rawValue: 10)
  /// A grid of characters.
  public static let display = Self(rawValue: 11)
}

/// What happens to a text that is too long for its channel.
public struct Overflow: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  public let rawValue: Int32
  /// Creates a value from its number; unknown numbers are kept.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// As `truncate`.
  public static let unspecified = Self(rawValue: 0)
  /// It is cut, and the message says so.
  public static let truncate = Self(rawValue: 1)
  /// It becomes several parts.
  public static let split = Self(rawValue: 2)
  /// The call fails.
  public static let fail = Self(rawValue: 3)
}
