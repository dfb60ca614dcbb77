// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import RPCCore

extension WebPages {
  /// The page of one quote.
  func one(_ id: String) async throws(Status) -> Page {
    var request = GetQuoteRequest()
    request.id = id
    let quote = try await source.quote(request).quote ?? Quote()
    let byline = "\(quote.creatorOrUnknown)"
    var frame = PageFrame()
    frame.title = "\(quote.excerpt(60)) — \(byline)"
    frame.description = "\(quote.excerpt(200)) — \(byline)"
    frame.depth = 1
    frame.canonical = "\(publicURL())/q/\(quote.id)"
    frame.head = openGraph(title: byline, frame, text: quote.excerpt(300), isArticle: true)
    if quote.rating == .mature { frame.head += "<meta name=\"rating\" content=\"mature\">\n" }
    frame.content = """
      <section class="alone" id="one" aria-labelledby="one-title" data-id="\(quote.id)">
      <h1 class="label" id="one-title"><b>Quote</b> · <bdi>\(byline)</bdi></h1>
      \(quote.figure())
      \(facts(of: quote, in: frame))
      \(Self.actions(linkingTo: nil))
      </section>
      """
    return Page(
      frame: frame, plainText: quote.plainText + sourceLine(of: quote), freshness: .whileUnchanged)
  }

  /// The tags of the Open Graph protocol, which previews of links are made of.
  func openGraph(
    title: String, _ frame: PageFrame, text: String? = nil, isArticle: Bool = false
  ) -> HTML {
    """
    <meta property="og:type" content="\(isArticle ? "article" : "website" as HTML)">
    <meta property="og:site_name" content="Quoted">
    <meta property="og:title" content="\(title)">
    <meta property="og:description" content="\(text ?? frame.description)">
    <meta property="og:url" content="\(frame.canonical ?? "")">
    <meta name="twitter:card" content="summary">

    """
  }

  /// What else is known of a quote, and where to go on from it.
  private func facts(of quote: Quote, in frame: PageFrame) -> HTML {
    var facts: [HTML] = []
    if quote.year != 0 {
      facts.append(quote.year < 0 ? "\(-Int(quote.year)) BCE" : "\(Int(quote.year))")
    }
    if Self.isWebAddress(quote.sourceURL) {
      facts.append("<a href=\"\(quote.sourceURL)\" rel=\"external noopener\">Read the source</a>")
    }
    if !quote.creator.isEmpty {
      facts.append(Self.search("“\(quote.creator)”", "More by \(quote.creator)", in: frame))
    }
    facts += quote.tags.map { Self.search($0, "#\($0)", in: frame) }
    guard !facts.isEmpty else { return "" }
    let items = HTML(joining: facts.map { "<li>\($0)</li>" })
    return "<ul class=\"facts\">\(items)</ul>"
  }

  private static func search(_ words: String, _ label: String, in frame: PageFrame) -> HTML {
    "<a href=\"\(frame.root)?q=\(FormText.encode(words))\"><bdi>\(label)</bdi></a>"
  }

  private func sourceLine(of quote: Quote) -> String {
    Self.isWebAddress(quote.sourceURL) ? "  \(quote.sourceURL)\n" : ""
  }

  /// Whether a link can lead there: nothing else than a page of the web.
  private static func isWebAddress(_ text: String) -> Bool {
    let text = text.lowercased()
    return text.hasPrefix("https://") || text.hasPrefix("http://")
  }
}
