// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

extension String {
  /// The text without anything that a terminal would obey.
  ///
  /// A server's text may be anyone's: an escape sequence in it could rename windows or fake lines.
  /// Line feeds stay and a tab becomes a space; other control characters become their pictures (␛),
  /// and what has none, such as a bidirectional override, becomes U+FFFD.
  package var printable: String {
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else {
      return self
    }
    var output = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x0A:
        if previous == "\r" { output.removeLast() }
        output.append(scalar)
      case 0x09: output.append(" ")
      case 0..<0x20: output.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: output.append("\u{2421}")
      default: output.append(scalar.harmsTerminals ? "\u{FFFD}" : scalar)
      }
      previous = scalar
    }
    return String(output)
  }

  /// The same on one line.
  package var printableLine: String {
    String(printable.map { $0.isNewline ? " " : $0 })
  }
}

extension Unicode.Scalar {
  /// Whether a terminal obeys it rather than shows it: control characters, the separators that end
  /// a line, and embeddings and overrides of the writing direction. Isolates end with their line
  /// and are harmless.
  var harmsTerminals: Bool {
    switch value {
    case ..<0x20, 0x7F...0x9F, 0x2028...0x202E: true
    default: false
    }
  }
}

extension Quote {
  /// The quote with every text made printable.
  var printable: Quote {
    var quote = self
    quote.id = id.printableLine
    quote.text = text.printable
    quote.creator = creator.printableLine
    quote.source = source.printableLine
    quote.language = language.printableLine
    quote.tags = tags.map(\.printableLine)
    quote.sourceURL = sourceURL.printableLine
    quote.translationOf = translationOf.printableLine
    quote.etag = etag.printableLine
    return quote
  }
}

extension DailyQuoteResponse {
  /// The response with every text made printable.
  var printable: DailyQuoteResponse {
    var response = self
    response.quote = quote?.printable
    response.date = date.printableLine
    response.timeZone = timeZone.printableLine
    response.calendar = calendar.printableLine
    return response
  }
}

extension Message {
  /// The message with every text made printable.
  var printable: Message {
    var message = self
    message.text = text.printable
    message.parts = parts.map(\.printable)
    message.layout = layout?.printable
    message.payloadJSON = payloadJSON.printable
    message.summaryText = summaryText.printable
    message.accessibilityLabel = accessibilityLabel.printable
    message.url = url.printableLine
    message.sessionID = sessionID.printableLine
    message.length?.unit = (length?.unit ?? "").printableLine
    message.subject = subject.printableLine
    message.mime = mime.printable
    return message
  }
}

extension MessageLayout {
  fileprivate var printable: MessageLayout {
    var layout = self
    layout.imageTitle = imageTitle.printable
    layout.imageSubtitle = imageSubtitle.printable
    layout.caption = caption.printable
    layout.subcaption = subcaption.printable
    layout.trailingCaption = trailingCaption.printable
    layout.trailingSubcaption = trailingSubcaption.printable
    return layout
  }
}
