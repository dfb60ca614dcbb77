// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import RPCCore

extension WebPages {
  /// The expanded face: a page of all quotes, or of those that have some words.
  func expanded(_ parameters: WebQuery) async throws(Status) -> Page {
    let words = parameters["q"] ?? ""
    let found = try await find(words, from: parameters["page"] ?? "")
    let today = try? await source.daily(DailyQuoteRequest())
    var frame = PageFrame()
    frame.title = found.isSearch ? "“\(words)”" : "All quotes"
    frame.description = "Quotes to read and to send."
    frame.face = "expanded"
    frame.head = "<meta name=\"robots\" content=\"noindex\">\n"
    let next = found.nextToken.isEmpty ? nil : Self.query(words, found.nextToken)
    frame.content = """
      \(today.map { self.today($0, in: frame) } ?? "")
      <section class="browse" id="browse" aria-labelledby="browse-title">
      \(finder(words: words, in: frame))
      <p class="count" id="count" role="status">\(found.summary)</p>
      <div class="list" id="list" data-next="\(found.nextToken)">
      \(HTML(joining: found.quotes.map { entry($0, in: frame) }))</div>
      <p class="more">\(more(next, in: frame))</p>
      </section>
      \(template(in: frame))
      """
    var text = found.quotes.map(\.plainText).joined(separator: "\n")
    if found.quotes.isEmpty { text = "\(found.summaryText)\n" }
    if let next { text += "\nMore: \(publicURL())/\(next)\n" }
    return Page(
      status: found.problem == nil ? 200 : 400, frame: frame, plainText: text,
      freshness: found.problem == nil ? .whileUnchanged : .none)
  }

  /// Where the words to search for are typed: a form that works by itself.
  func finder(words: String, in frame: PageFrame) -> HTML {
    """
    <h2 class="apart" id="browse-title">All quotes</h2>
    <form class="search" id="search" role="search" action="\(frame.root)" method="get">
    <label class="apart" for="words">Search quotes, creators and sources</label>
    <input id="words" name="q" type="search" value="\(words)" placeholder="Search quotes" \
    maxlength="1000" autocomplete="off" enterkeyhint="search" dir="auto">
    <button class="button" type="submit">Search</button>
    </form>
    """
  }

  /// The empty entry of the list that scripts copy and fill in.
  func template(in frame: PageFrame) -> HTML {
    "<template id=\"entry\">\(entry(Quote(), in: frame))</template>"
  }

  private func entry(_ quote: Quote, in frame: PageFrame) -> HTML {
    """
    <article class="entry" data-id="\(quote.id)">
    \(quote.figure(linkingTo: "\(frame.root)q/\(quote.id)"))
    <button class="button quiet needs-script" type="button" data-does="compose" title="Compose">\
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M20.500 11.700a8 8 0 0 1-11.600 7.100L4 20.200l1.400-4.600\
    A8 8 0 1 1 20.500 11.700zM12.500 8.500v6M9.500 11.500h6"/></svg><span class="apart">Compose</span></button>
    </article>

    """
  }

  private func more(_ next: String?, in frame: PageFrame) -> HTML {
    guard let next else {
      return "<a class=\"button\" id=\"next\" rel=\"next\" hidden>More quotes</a>"
    }
    return
      "<a class=\"button\" id=\"next\" rel=\"next\" href=\"\(frame.root)\(next)\">More quotes</a>"
  }

  private static func query(_ words: String, _ token: String) -> String {
    "?q=\(FormText.encode(words))&page=\(FormText.encode(token))"
  }

  private func find(_ words: String, from token: String) async throws(Status) -> FoundQuotes {
    do throws(Status) {
      return try await ask(words, from: token)
    } catch {
      // What can't be asked for is told beside the field, where it can be mended.
      guard error.code == .invalidArgument else { throw error }
      return FoundQuotes(words: words, problem: error.message)
    }
  }

  private func ask(_ words: String, from token: String) async throws(Status) -> FoundQuotes {
    // A search without a word in it would be refused: an empty field means all of them.
    guard words.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      var request = ListQuotesRequest()
      request.pageToken = token
      let response = try await source.list(request)
      return FoundQuotes(
        quotes: response.quotes, nextToken: response.nextPageToken,
        total: Int(response.totalSize))
    }
    var request = SearchQuotesRequest()
    request.query = words
    request.pageToken = token
    let response = try await source.search(request)
    return FoundQuotes(quotes: response.quotes, nextToken: response.nextPageToken, words: words)
  }
}
