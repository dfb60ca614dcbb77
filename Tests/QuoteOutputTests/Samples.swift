// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteOutput

/// Responses to show.
enum Samples {
  /// A quote with every field set.
  static var hamlet: Quote {
    var quote = Quote()
    quote.id = "abcdefgh23456723"
    quote.text = "This above all: to thine own self be true."
    quote.creator = "William Shakespeare"
    quote.source = "Hamlet, act 1, scene 3"
    quote.year = 1603
    quote.language = "en"
    quote.tags = ["truth", "self"]
    quote.sourceURL = "https://example.org/hamlet?act=1&scene=3"
    quote.attribution = .verified
    quote.rating = .general
    quote.translationOf = "zzzzzzzz23456723"
    quote.createTime = Timestamp(seconds: 1_796_000_000, nanoseconds: 500_000_000)
    quote.updateTime = Timestamp(seconds: -1, nanoseconds: 1_000)
    quote.etag = "7"
    return quote
  }

  /// A quote in wide characters, by someone before our era.
  static var confucius: Quote {
    var quote = Quote()
    quote.id = "bbbbbbbb23456723"
    quote.text = "己所不欲，勿施於人。己所不欲，勿施於人。己所不欲，勿施於人。"
    quote.creator = "孔子"
    quote.year = -479
    return quote
  }

  /// A day's quote with every field set.
  static var daily: DailyQuoteResponse {
    var response = DailyQuoteResponse()
    response.quote = hamlet
    response.date = "2026-11-30"
    response.validUntil = Timestamp(seconds: 1_796_079_600)
    response.validFor = .milliseconds(3_600_250)
    response.timeZone = "Europe/Berlin"
    response.calendar = "default"
    response.reason = .pinned
    response.certainty = .expected
    response.cyclePosition = 12
    response.chain = [0, 255, 16, 32]
    return response
  }

  /// A message with every field set.
  static var message: Message {
    var message = Message()
    message.text = "Look!\n\nThis above all.\n— William Shakespeare"
    message.parts = ["Look!", "This above all."]
    message.layout = layout
    message.payloadJSON = "{}"
    message.summaryText = "This above all."
    message.accessibilityLabel = "This above all, by William Shakespeare"
    message.url = "http://127.0.0.1:4242/q/abcdefgh23456723"
    message.sessionID = "one"
    message.truncated = true
    message.length = length
    message.subject = "Quote"
    message.mime = "Subject: Quote\r\n\r\nThis above all.\r\n"
    return message
  }

  private static var layout: MessageLayout {
    var layout = MessageLayout()
    layout.imageTitle = "image title"
    layout.imageSubtitle = "image subtitle"
    layout.caption = "This above all."
    layout.subcaption = "— William Shakespeare"
    layout.trailingCaption = "trailing"
    layout.trailingSubcaption = "trailing too"
    return layout
  }

  private static var length: MessageLength {
    var length = MessageLength()
    length.used = 44
    length.limit = 50
    length.unit = "graphemes"
    return length
  }

  /// A page with more to come.
  static func page(_ quotes: [Quote]) -> ListQuotesResponse {
    var page = ListQuotesResponse()
    page.quotes = quotes
    page.nextPageToken = "AbC-_"
    page.totalSize = 2127
    page.revision = 18_446_744_073_709_551_615
    return page
  }

  /// All of a list that has one page.
  static func list(_ page: ListQuotesResponse, _ format: OutputFormat, width: Int = 80) -> String {
    let printer = Printer(format, style: Style(width: width, isColoured: false)).list
    return printer.opening + printer.page(page.quotes, isFirst: true)
      + printer.closing(
        count: page.quotes.count,
        ListEnd(
          nextPageToken: page.nextPageToken, totalSize: page.totalSize, revision: page.revision))
  }
}
