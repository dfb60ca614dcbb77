// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteOutput
internal import Testing

@Suite("What a server sends")
struct PrintableTests {
  @Test(
    "is shown and not obeyed",
    arguments: [
      ("plain", "plain"), ("\u{1B}]0;title\u{7}", "␛]0;title␇"), ("a\u{9B}31mb", "a\u{FFFD}31mb"),
      ("a\rb", "a␍b"), ("a\r\nb", "a\nb"), ("a\tb", "a b"), ("\u{7F}", "␡"),
      ("\u{202E}drow", "\u{FFFD}drow"), ("\u{2067}שלום\u{2069}", "\u{2067}שלום\u{2069}"),
      ("“curly” — é", "“curly” — é"),
    ])
  func printable(text: String, expected: String) { #expect(text.printable == expected) }

  /// What a terminal obeys, and isn't a line's end or ours.
  private static let harmful = "\u{1B}]0;x\u{7}\u{9B}2J\u{7F}\u{8}\u{202E}\u{2028}\u{85}"

  /// A value with something harmful at the end of every text in it.
  private var quote: Quote {
    var quote = Samples.hamlet
    quote.id += Self.harmful
    quote.text += Self.harmful
    quote.creator += Self.harmful
    quote.source += Self.harmful
    quote.language += Self.harmful
    quote.tags += [Self.harmful]
    quote.sourceURL += Self.harmful
    quote.translationOf += Self.harmful
    quote.etag += Self.harmful
    return quote
  }

  private var daily: DailyQuoteResponse {
    var response = Samples.daily
    response.quote = quote
    response.date += Self.harmful
    response.timeZone += Self.harmful
    response.calendar += Self.harmful
    return response
  }

  private var message: Message {
    var message = Samples.message
    message.text += Self.harmful
    message.parts += [Self.harmful]
    message.layout?.imageTitle += Self.harmful
    message.layout?.imageSubtitle += Self.harmful
    message.layout?.caption += Self.harmful
    message.layout?.subcaption += Self.harmful
    message.layout?.trailingCaption += Self.harmful
    message.layout?.trailingSubcaption += Self.harmful
    message.payloadJSON += Self.harmful
    message.summaryText += Self.harmful
    message.accessibilityLabel += Self.harmful
    message.url += Self.harmful
    message.sessionID += Self.harmful
    message.length?.unit += Self.harmful
    message.subject += Self.harmful
    message.mime += Self.harmful
    return message
  }

  @Test("never reaches the output raw, in any format and field", arguments: OutputFormat.allCases)
  func neverRaw(format: OutputFormat) {
    let printer = Printer(format, style: Style(width: 70, isColoured: false))
    var page = Samples.page([quote])
    page.nextPageToken += Self.harmful
    let outputs = [
      printer.daily(daily), printer.quotes([quote]), printer.message(message),
      Samples.list(page, format),
    ]
    for output in outputs {
      let raw = output.unicodeScalars.filter { scalar in
        switch scalar.value {
        case 0x0A: false
        case 0x0D: format != .csv
        case ..<0x20, 0x7F...0x9F, 0x2028...0x202E: true
        default: false
        }
      }
      #expect(raw.isEmpty, "\(output.debugDescription)")
    }
  }
}
