// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import RPCCore

extension WebPages {
  /// The compact face: the quote of the day, in the zone of the usual calendar; a browser with
  /// scripts then asks for that of its own zone.
  func compact() async throws(Status) -> Page {
    let day = try await source.daily(DailyQuoteRequest())
    let quote = day.quote ?? Quote()
    var frame = PageFrame()
    frame.description =
      quote.text.isEmpty
      ? "A quote a day." : "\(quote.excerpt(160)) — \(quote.creatorOrUnknown)"
    frame.title = "Quote of the day"
    frame.face = "compact"
    frame.canonical = publicURL() + "/"
    frame.head = openGraph(title: "The quote of the day", frame)
    frame.content = """
      \(today(day, in: frame))
      <section class="browse" id="browse" aria-labelledby="browse-title" hidden>
      \(finder(words: "", in: frame))
      <p class="count" id="count" role="status"></p>
      <div class="list" id="list"></div>
      <p class="more"><a class="button" id="next" rel="next" hidden>More quotes</a></p>
      </section>
      \(template(in: frame))
      """
    return Page(frame: frame, plainText: plainText(of: day), freshness: freshness(of: day))
  }

  /// Today's quote, which both faces have.
  func today(_ day: DailyQuoteResponse, in frame: PageFrame) -> HTML {
    let date = (try? CivilDate(day.date))?.english ?? day.date
    return """
      <section class="alone" id="today" aria-labelledby="today-title" data-date="\(day.date)" \
      data-id="\(day.quote?.id ?? "")" data-calendar="\(day.calendar)">
      <h1 class="label" id="today-title"><b>Quote of the day</b> · \
      <time id="date" datetime="\(day.date)">\(date)</time></h1>
      \(words(of: day))
      \(Self.actions(linkingTo: "\(frame.root)q/\(day.quote?.id ?? "")", isHidden: isWithdrawn(day)))
      </section>
      """
  }

  /// What can be done with one quote.
  ///
  /// - Parameter link: Its own page; nil where this is it.
  static func actions(linkingTo link: String?, isHidden: Bool = false) -> HTML {
    let permanent: HTML =
      link.map { "<a class=\"button\" data-does=\"open\" href=\"\($0)\">Its page</a>" } ?? ""
    return """
      <div class="actions"\(isHidden ? " hidden" : "" as HTML)>
      <button class="button main needs-script" type="button" data-does="compose">Compose…</button>
      <button class="button needs-script" type="button" data-does="copy">Copy</button>
      <button class="button needs-script" type="button" data-does="share" hidden>Share…</button>
      \(permanent)
      </div>
      """
  }

  private func isWithdrawn(_ day: DailyQuoteResponse) -> Bool { day.quote?.text.isEmpty ?? true }

  private func words(of day: DailyQuoteResponse) -> HTML {
    guard let quote = day.quote, !isWithdrawn(day) else {
      return "<p class=\"notice\">The quote of this day was withdrawn.</p>"
    }
    return quote.figure()
  }

  private func plainText(of day: DailyQuoteResponse) -> String {
    guard let quote = day.quote, !isWithdrawn(day) else {
      return "The quote of \(day.date) was withdrawn.\n"
    }
    return quote.plainText
  }

  /// Until the day ends; a moment that is over already keeps nothing.
  private func freshness(of day: DailyQuoteResponse) -> Freshness {
    guard let end = day.validUntil else { return .whileUnchanged }
    return .seconds(end.seconds - clock().seconds)
  }
}
