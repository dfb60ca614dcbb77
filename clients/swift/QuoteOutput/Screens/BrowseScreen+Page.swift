// SPDX-License-Identifier: Apache-2.0

package import QuoteBrowser
internal import QuoteModel
package import QuoteTerminal
internal import QuoteText

extension BrowseScreen {
  /// What the terminal shows, row by row, and where its cursor stands while words are typed.
  package func page(
    _ browser: QuoteBrowserModel
  ) -> (lines: [TerminalLine], cursor: (row: Int, column: Int)?) {
    var lines: [TerminalLine] = []
    if rows >= 6 { lines += [TerminalLine(heading(browser), .bold), TerminalLine("")] }
    let body = body(browser).prefix(bodyRows)
    lines += body + Array(repeating: TerminalLine(""), count: bodyRows - body.count)
    guard rows >= 3 else { return (lines, nil) }
    if case .searching(let words) = mode {
      let prompt = "/" + shownEnd(of: words.printableLine)
      lines.append(TerminalLine(prompt))
      return (lines, (lines.count - 1, DisplayWidth.of(prompt)))
    }
    lines.append(TerminalLine(ScreenText.fitted(foot(browser), columns), .faint))
    return (lines, nil)
  }

  /// As much of the end as fits beside the prompt and the cursor.
  private func shownEnd(of words: String) -> String {
    var shown = words[...]
    while DisplayWidth.of(shown) > max(0, columns - 2), !shown.isEmpty { shown.removeFirst() }
    return String(shown)
  }

  private func heading(_ browser: QuoteBrowserModel) -> String {
    if case .composing(let message) = mode {
      let name = channels.indices.contains(message.channel) ? channels[message.channel] : ""
      return ScreenText.row(
        "Message for ‹ \(name) ›", "\(message.channel + 1) of \(channels.count)", columns)
    }
    switch face {
    case .compact:
      let date = browser.daily?.date.printableLine ?? ""
      return ScreenText.row("Quote of the day", date, columns)
    case .expanded:
      let words = browser.words.printableLine
      let title = words.isEmpty ? "All quotes" : "Found: \(words)"
      guard let count = browser.list.count else { return ScreenText.fitted(title, columns) }
      let place = count == 0 ? "none" : "\(marked + 1) of \(count)"
      return ScreenText.row(title, place, columns)
    }
  }

  private func foot(_ browser: QuoteBrowserModel) -> String {
    if case .composing(let message) = mode {
      guard message.notice.isEmpty else { return message.notice }
      return "←→ channel · p payload · c copy · Enter print and quit · Esc back"
    }
    switch face {
    case .compact: return "Enter compose · Tab all quotes · / search · q quit"
    case .expanded:
      let back = browser.words.isEmpty ? "Tab quote of the day" : "Esc all quotes"
      return "↑↓ Enter compose · / search · \(back) · q quit"
    }
  }

  private func body(_ browser: QuoteBrowserModel) -> [TerminalLine] {
    if case .composing(let message) = mode {
      return scroll(messageLines(message), message.scrolled)
    }
    switch face {
    case .compact: return scroll(daily(browser), scrolled)
    case .expanded: return table(browser)
    }
  }

  /// The lines from one on, as far as there are more than fit.
  private func scroll(_ lines: [TerminalLine], _ first: Int) -> [TerminalLine] {
    Array(lines.dropFirst(min(first, max(0, lines.count - bodyRows))))
  }
}

extension BrowseScreen {
  /// The compact face: the quote of the day, and whose it is.
  func daily(_ browser: QuoteBrowserModel) -> [TerminalLine] {
    guard let daily = browser.daily?.printable else {
      guard let failure = browser.dailyFailure else { return [TerminalLine("…", .faint)] }
      return problem(failure)
    }
    guard let quote = daily.quote, !quote.text.isEmpty, daily.reason != .withdrawn else {
      return text("This day's quote was withdrawn.")
    }
    return text(quote.text, .bold) + text("— \(quote.citation)")
  }

  /// The expanded face: each quote's text, and the creator beneath.
  private func table(_ browser: QuoteBrowserModel) -> [TerminalLine] {
    let list = browser.list
    guard let count = list.count else {
      return list.failure.map(problem) ?? [TerminalLine("…", .faint)]
    }
    guard count > 0 else {
      return text(browser.words.isEmpty ? "There is no quote." : "Nothing has all these words.")
    }
    var lines: [TerminalLine] = []
    for index in first..<min(first + entries, count) {
      let mark = TerminalLine.Piece(index == marked ? "▌" : " ", .bold)
      lines += entry(list, index).map { TerminalLine([mark] + $0.pieces) }
    }
    return lines
  }

  private func entry(_ list: QuoteList, _ index: Int) -> [TerminalLine] {
    let width = columns - 1
    var lines: [TerminalLine]
    if let quote = list.loadedQuote(at: index)?.printable {
      let row = QuoteRow(quote)
      let text = row.text.map { $0.isNewline ? " " : String($0) }.joined()
      let look: TerminalLook = index == marked ? .bold : []
      lines = ScreenText.paragraph(text, width, mostRows: Self.entryRows - 1)
        .map { TerminalLine($0, look) }
      // A creator stands where the text does.
      let isRightToLeft = TextDirection.base(of: text) == .rightToLeft
      let creator = "— \(row.creator ?? "Unknown")"
      let beneath = ScreenText.fitted(isRightToLeft ? creator : "  \(creator)", width)
      lines.append(TerminalLine(beneath, .faint))
    } else {
      let words = list.failure.map { "\($0.message.printableLine) (r tries again)" } ?? "…"
      lines = [TerminalLine(ScreenText.fitted(words, width), .faint)]
    }
    return lines + Array(repeating: TerminalLine(""), count: max(0, Self.entryRows - lines.count))
  }

  func messageLines(_ screen: MessageScreen) -> [TerminalLine] {
    switch screen.answer {
    case .waiting: return [TerminalLine("…", .faint)]
    case .failed(let words): return text(words)
    case .message(let message):
      var facts =
        message.length.map { length in
          length.limit == 0
            ? "\(length.used) \(length.unit)" : "\(length.used) of \(length.limit) \(length.unit)"
        }.map { [$0] } ?? []
      if message.truncated { facts.append("shortened") }
      if screen.showsPayload, message.payload.isEmpty { facts.append("no payload of its own") }
      let line = ScreenText.fitted(facts.joined(separator: " · "), columns)
      return text(screen.content, .bold) + [TerminalLine(""), TerminalLine(line, .faint)]
    }
  }

  private func problem(_ error: QuoteSourceError) -> [TerminalLine] {
    text(error.message.printableLine) + text("r tries again")
  }

  private func text(_ text: String, _ look: TerminalLook = []) -> [TerminalLine] {
    ScreenText.paragraph(text, columns).map { TerminalLine($0, look) }
  }
}
