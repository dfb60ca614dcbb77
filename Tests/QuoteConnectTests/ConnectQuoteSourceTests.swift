// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteBrowser
internal import QuoteConnect
internal import QuoteTesting
internal import Testing

@Suite("A source over Connect", .timeLimit(.minutes(2)))
struct ConnectQuoteSourceTests {
  @Test("asks by the contract's JSON, and leaves out what is empty")
  func requests() async throws {
    let server = try await StubServer(answers: #"[{"body": {}}, {"body": {}}, {"body": {}}]"#)
    let source = try ConnectQuoteSource(server: server.url + "/below", token: "secret")
    _ = try await source.listQuotes(ListQuotesRequest())
    var asked = try await server.asked(1)
    #expect(asked.path == "/below/quotes.v1.QuoteService/ListQuotes")
    #expect(asked.headers["content-type"] == "application/json")
    #expect(asked.headers["connect-protocol-version"] == "1")
    #expect(asked.headers["connect-timeout-ms"] == "10000")
    #expect(asked.headers["authorization"] == "Bearer secret")
    #expect(asked.body == [:])
    var request = ListQuotesRequest()
    request.skip = 50
    request.pageSize = 25
    request.order = .newest
    request.minRevision = .max
    request.filter = QuoteFilter()
    request.filter?.languages = ["he"]
    request.filter?.includeMature = true
    _ = try await source.listQuotes(request)
    asked = try await server.asked(2)
    #expect(
      asked.body == [
        "skip": "50", "pageSize": "25", "order": "3", "minRevision": "18446744073709551615",
        "filter": #"{"includeMature":true,"languages":["he"]}"#,
      ])
    var search = SearchQuotesRequest()
    search.query = "כל \"1984\""
    _ = try await source.searchQuotes(search)
    #expect(try await server.asked(3).body == ["query": "כל \"1984\""])
  }

  @Test("reads a day, with all there is in it, and passes over what it doesn't know")
  func daily() async throws {
    let server = try await StubServer(
      answers: """
        [{"body": {"quote": {"id": "abc", "text": "א\\n「1984」", "year": -399, "tags": ["a"],
        "attribution": "ATTRIBUTION_DISPUTED", "rating": "RATING_OF_TOMORROW",
        "createTime": "2026-11-30T00:53:20.500Z", "new": [1]}, "date": "2026-11-30",
        "validUntil": "2026-12-01T00:00:00Z", "validFor": "86399.500s", "timeZone": "UTC",
        "calendar": "default", "reason": "DAILY_REASON_PINNED", "certainty": 1,
        "cyclePosition": 7, "chain": "/+8=", "unknown": {"deep": null}}}]
        """)
    let source = try ConnectQuoteSource(server: server.url)
    var request = DailyQuoteRequest()
    request.timeZone = "Asia/Tokyo"
    let daily = try await source.dailyQuote(request)
    #expect(try await server.asked(1).body == ["timeZone": "Asia/Tokyo"])
    #expect(daily.quote?.text == "א\n「1984」")
    #expect(daily.quote?.year == -399)
    #expect(daily.quote?.attribution == .disputed)
    #expect(daily.quote?.rating == .unspecified)
    #expect(daily.quote?.createTime == Timestamp(seconds: 1_796_000_000, nanoseconds: 500_000_000))
    #expect(daily.validUntil == Timestamp(seconds: 1_796_083_200))
    #expect(daily.validFor == .milliseconds(86_399_500))
    #expect(daily.reason == .pinned)
    #expect(daily.certainty == .fixed)
    #expect(daily.cyclePosition == 7)
    #expect(daily.chain == [0xFF, 0xEF])
  }

  @Test("reads a revision as a text or a number", arguments: ["\"9007199254740993\"", "12"])
  func revisions(number: String) async throws {
    let server = try await StubServer(
      answers: #"[{"body": {"quotes": [{"text": "a"}], "totalSize": 3, "revision": \#(number)}}]"#)
    let page = try await ConnectQuoteSource(server: server.url).listQuotes(ListQuotesRequest())
    #expect(page.quotes.map(\.text) == ["a"])
    #expect(page.totalSize == 3)
    #expect("\(page.revision)" == number.filter(\.isNumber))
  }

  @Test("reads a message and its layout")
  func message() async throws {
    let server = try await StubServer(
      answers: """
        [{"body": {"message": {"text": "t", "layout": {"caption": "c", "subcaption": "— s"},
        "summaryText": "sum", "accessibilityLabel": "all", "url": "https://q/q/1",
        "sessionId": "s1", "truncated": true, "payloadJson": "{}",
        "length": {"used": 3, "limit": 120, "unit": "columns"}}}}]
        """)
    var request = ComposeMessageRequest()
    request.subject = .quoteID("abc")
    request.channel = .iMessage
    request.sessionID = "s1"
    let response = try await ConnectQuoteSource(server: server.url).composeMessage(request)
    #expect(
      try await server.asked(1).body == ["quoteId": "abc", "channel": "2", "sessionId": "s1"])
    let message = try #require(response.message)
    #expect(message.layout?.caption == "c")
    #expect(message.layout?.subcaption == "— s")
    #expect(message.summaryText == "sum")
    #expect(message.accessibilityLabel == "all")
    #expect(message.url == "https://q/q/1")
    #expect(message.sessionID == "s1")
    #expect(message.truncated)
    #expect(message.payloadJSON == "{}")
    #expect(message.length?.limit == 120)
  }

  @Test(
    "tells errors apart as an app needs to",
    arguments: [
      (#"{"status": 404, "body": {"code": "not_found", "message": "No such."}}"#, .notFound),
      (#"{"status": 400, "body": {"code": "invalid_argument"}}"#, .refused),
      (#"{"status": 503, "body": {"code": "unavailable"}}"#, .unreachable),
      (#"{"status": 401, "body": {"code": "unauthenticated"}}"#, .notAllowed),
      (#"{"status": 500, "body": {"code": "internal"}}"#, .unreadable),
      (#"{"status": 502, "body": "<html>Bad gateway</html>"}"#, .unreachable),
      (#"{"status": 404, "body": ""}"#, .refused),
      (#"{"status": 302, "body": "", "headers": {"Location": "/elsewhere"}}"#, .unreadable),
      (#"{"body": "<html>Log in</html>"}"#, .unreadable),
      (#"{"body": {"quotes": 3}}"#, .unreadable),
      (#"{"cut": true}"#, .unreachable),
    ] as [(String, QuoteSourceError.Reason)])
  func errors(answer: String, reason: QuoteSourceError.Reason) async throws {
    let server = try await StubServer(answers: "[\(answer)]")
    let source = try ConnectQuoteSource(server: server.url)
    do throws(QuoteSourceError) {
      _ = try await source.listQuotes(ListQuotesRequest())
      Issue.record("It was no error.")
    } catch {
      #expect(error.reason == reason, "\(error)")
      #expect(!error.message.isEmpty)
    }
  }

  @Test("passes on what the server says, and when to try again")
  func retryAfter() async throws {
    let server = try await StubServer(
      answers: """
        [{"status": 429, "headers": {"Retry-After": "7"},
        "body": {"code": "resource_exhausted", "message": "Too many."}}]
        """)
    let source = try ConnectQuoteSource(server: server.url)
    await #expect(
      throws: QuoteSourceError(.unreachable, "Too many.", retryAfter: .seconds(7))
    ) { try await source.listQuotes(ListQuotesRequest()) }
  }

  @Test("says where nobody listens, and gives up in time")
  func unreachable() async throws {
    let server = try await StubServer(answers: #"[{"hang": true}]"#)
    let slow = try ConnectQuoteSource(server: server.url, timeoutSeconds: 1)
    await #expect {
      try await slow.listQuotes(ListQuotesRequest())
    } throws: {
      ($0 as? QuoteSourceError)?.reason == .unreachable
    }
    await server.stop()
    let source = try ConnectQuoteSource(server: server.url)
    await #expect {
      try await source.listQuotes(ListQuotesRequest())
    } throws: { error in
      let error = error as? QuoteSourceError
      return error?.reason == .unreachable && error?.message.contains(server.url) == true
    }
  }

  @Test("ends a call whose task is cancelled")
  func cancelled() async throws {
    let server = try await StubServer(answers: #"[{"hang": true}]"#)
    let source = try ConnectQuoteSource(server: server.url)
    let call = Task { try await source.listQuotes(ListQuotesRequest()) }
    _ = try await server.asked(1)
    call.cancel()
    await #expect {
      try await call.value
    } throws: {
      ($0 as? QuoteSourceError)?.reason == .cancelled
    }
  }

  @Test(
    "refuses a server or a token that can't be",
    arguments: [
      ("", nil), ("quotes.example.org", nil), ("ftp://quotes.example.org", nil),
      ("https://", nil), ("https://a.example/?b=c", nil), ("https://a.example", ""),
      ("https://a.example", "a b"), ("http://a.example", "secret"),
    ] as [(String, String?)])
  func refusals(server: String, token: String?) {
    #expect {
      try ConnectQuoteSource(server: server, token: token)
    } throws: { error in
      let error = error as? QuoteSourceError
      return error?.reason == .refused && error?.message.contains("secret") == false
    }
  }
}

/// An HTTP server that answers as it is told.
private final class StubServer: Sendable {
  let url: String
  private let program: RunningProgram

  struct Asked: Sendable {
    let path: String
    let headers: [String: String]
    /// The body's fields, each as JSON writes it, texts without their quotation marks.
    let body: [String: String]
  }

  struct DidNotStart: Error {}

  init(answers: String) async throws {
    let script = Repository.root + "/Tests/QuoteConnectTests/connect_stub.py"
    program = try Program(path: "/usr/bin/env").start(["python3", script, answers])
    guard let url = await program.outputLine(startingWith: "listening on ") else {
      throw DidNotStart()
    }
    self.url = url
  }

  /// What was asked last, once so many calls have come.
  func asked(_ count: Int) async throws -> Asked {
    guard await program.hasPrinted(lines: count + 1) else { throw DidNotStart() }
    let line = program.outputSoFar.split(separator: "\n")[count].dropFirst("asked ".count)
    let form = try JSONDecoder().decode(AskedForm.self, from: Data(line.utf8))
    return Asked(path: form.path, headers: form.headers, body: form.body.mapValues(\.text))
  }

  func stop() async {
    program.signal(SIGKILL)
    _ = await program.end()
  }

  private struct AskedForm: Decodable {
    let path: String
    let headers: [String: String]
    let body: [String: AnyValue]
  }
}

/// A value of JSON as a text.
private enum AnyValue: Codable {
  case text(String)
  case number(Int64)
  case flag(Bool)
  case list([AnyValue])
  case object([String: AnyValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Int64.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([AnyValue].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: AnyValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .text(let text): try value.encode(text)
    case .number(let number): try value.encode(number)
    case .flag(let flag): try value.encode(flag)
    case .list(let list): try value.encode(list)
    case .object(let object): try value.encode(object)
    }
  }

  var text: String {
    if case .text(let text) = self { return text }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
