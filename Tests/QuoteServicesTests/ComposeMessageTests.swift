// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("ComposeMessage")
struct ComposeMessageTests {
  private let service: TestService

  init() throws { service = try TestService(quotes: TestService.quotes(40)) }

  @Test("links to the quote by its id")
  func link() throws {
    let quote = try #require(try service.call(ListQuotes.self, ListQuotesRequest()).quotes.first)
    let message = try compose(.quoteID(quote.id), .iMessage)
    #expect(message.url == "https://quotes.example.org/q/\(quote.id)")
    #expect(message.layout?.caption.contains(quote.text) == true)
    #expect(message.layout?.subcaption.contains(quote.creator) == true)
    #expect(message.text.contains(quote.text))
  }

  @Test("takes the quote of a day")
  func daily() throws {
    let day = try service.call(DailyQuote.self, DailyQuoteRequest())
    let message = try compose(.daily(DailyQuoteRequest()), .plainText)
    #expect(message.text.contains(try #require(day.quote).text))
  }

  @Test("takes a quote that is not in the catalogue, which has no link")
  func ownQuote() throws {
    var quote = Quote()
    quote.text = "Not in the catalogue."
    let message = try compose(.quote(quote), .unspecified)
    #expect(message.text.contains("Not in the catalogue."))
    #expect(message.url == "")
  }

  @Test("keeps the session that it is given, and makes one otherwise")
  func session() throws {
    var request = ComposeMessageRequest()
    request.subject = .daily(DailyQuoteRequest())
    request.sessionID = "mine"
    #expect(try service.call(ComposeMessage.self, request).message?.sessionID == "mine")
    request.sessionID = ""
    let made = try service.call(ComposeMessage.self, request).message?.sessionID
    #expect(made?.isEmpty == false)
  }

  @Test("refuses what it can't compose, with the field")
  func refusals() throws {
    var nul = Quote()
    nul.text = "before\u{0}after"
    let table: [(ComposeMessageRequest.Subject?, Channel, Status.Code, String)] = [
      (nil, .plainText, .invalidArgument, "subject"),
      (.quoteID(""), .plainText, .invalidArgument, "quote_id"),
      (.quote(Quote()), .plainText, .invalidArgument, "quote.text"),
      (.quote(nul), .plainText, .invalidArgument, "quote.text"),
      (.daily(DailyQuoteRequest()), .display, .invalidArgument, "display"),
      (.daily(DailyQuoteRequest()), Channel(rawValue: 99), .invalidArgument, "channel"),
    ]
    for (subject, channel, code, field) in table {
      var request = ComposeMessageRequest()
      request.subject = subject
      request.channel = channel
      let status = try service.refusal(ComposeMessage.self, request)
      #expect(status.code == code, "\(status)")
      #expect(status.fields == [field], "\(status)")
    }
  }

  @Test("composes for every channel", arguments: (1...11).map { Channel(rawValue: $0) })
  func channels(channel: Channel) throws {
    var request = ComposeMessageRequest()
    request.subject = .daily(DailyQuoteRequest())
    request.channel = channel
    request.display = DisplayGrid()
    request.display?.columns = 20
    request.display?.rows = 4
    let message = try #require(try service.call(ComposeMessage.self, request).message)
    let hasBody = [.slack, .discord, .telegram, .matrix, .mastodon, .bluesky].contains(channel)
    #expect(message.payloadJSON.isEmpty != hasBody)
    #expect(message.mime.isEmpty == (channel != .email))
    #expect(message.payloadJSON.contains("quotes.example.org/q/") == (hasBody))
  }

  @Test(
    "says why a message does not fit, or has no parts",
    arguments: [
      (.sms, .fail, 20, .failedPrecondition, "overflow"),
      (.sms, .truncate, 2, .invalidArgument, "limit"),
      (.email, .split, 0, .invalidArgument, "overflow"),
      (.iMessage, .split, 0, .invalidArgument, "overflow"),
      (.plainText, .split, 1, .invalidArgument, "limit"),
    ] as [(Channel, Overflow, Int32, Status.Code, String)])
  func fitting(
    channel: Channel, overflow: Overflow, limit: Int32, code: Status.Code, field: String
  ) throws {
    var request = ComposeMessageRequest()
    request.subject = .daily(DailyQuoteRequest())
    request.channel = channel
    request.overflow = overflow
    request.limit = limit
    let status = try service.refusal(ComposeMessage.self, request)
    #expect(status.code == code && status.fields == [field], "\(status)")
  }

  @Test("leaves long texts to a task, so that nobody waits for them")
  func long() async throws {
    var quote = Quote()
    quote.text = String(repeating: "Wisdom begins in wonder. ", count: 200)
    var request = ComposeMessageRequest()
    request.subject = .quote(quote)
    request.channel = .mastodon
    let message = try await service.wait(ComposeMessage.self, request).message
    #expect(message?.truncated == true)
    request.overflow = .fail
    #expect(try service.isLeftToTask(ComposeMessage.self, request))
    await #expect(throws: Status.self) { try await service.wait(ComposeMessage.self, request) }
  }

  @Test("finds no quote of an unknown id")
  func unknown() throws {
    var request = ComposeMessageRequest()
    request.subject = .quoteID("nosuchquotehere2")
    #expect(try service.refusal(ComposeMessage.self, request).code == .notFound)
  }

  private func compose(
    _ subject: ComposeMessageRequest.Subject, _ channel: Channel
  ) throws -> Message {
    var request = ComposeMessageRequest()
    request.subject = subject
    request.channel = channel
    return try #require(try service.call(ComposeMessage.self, request).message)
  }
}
