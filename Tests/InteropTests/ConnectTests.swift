// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

@Suite("People and browsers get from quoted", .timeLimit(.minutes(5)))
struct ConnectTests {
  private let daily = "/quotes.v1.QuoteService/DailyQuote"
  private let zone = "Europe/Berlin"

  /// All of a daily quote but how long it is valid from now, which depends on now.
  private func expectSame(_ answer: JSON, as expected: JSON, _ who: String) {
    for field in ["quote", "date", "validUntil", "timeZone", "calendar", "chain", "certainty"] {
      #expect(answer[field] == expected[field], "\(field) by \(who)")
    }
  }

  @Test("the same quote by curl, buf curl, connect-python and Envoy as by grpcio")
  func sameQuote() async throws {
    let clients = try await ForeignClients()
    let date = try await clients.grpcio("daily", "", "")["date"].text
    let expected = try await clients.grpcio("daily", date, zone)
    #expect(expected["quote"]["text"].text != "")
    let request = #"{"date": "\#(date)", "timeZone": "\#(zone)"}"#
    for http2 in [false, true] {
      let answer = try await clients.curl(daily, post: request, http2: http2)
      #expect(answer.status == 200 && answer.version == (http2 ? "2" : "1.1"))
      expectSame(try JSON(answer.body), as: expected, "curl \(answer.version)")
      for transport in ["connect", "grpcweb"] {
        let printed = try await clients.bufCurl(
          over: transport, http2: http2, "DailyQuote", request)
        try #require(printed.status == 0, "\(transport): \(printed.error)")
        expectSame(try JSON(printed.output), as: expected, "buf curl by \(transport)")
      }
    }
    for (transport, codec) in [
      ("connect", "proto"), ("connect", "json"), ("grpc-web", "proto"), ("grpc-web", "json"),
    ] {
      let answer = try await clients.connectPython(over: transport, codec, "DailyQuote", request)
      expectSame(answer, as: expected, "connect-python by \(transport) in \(codec)")
    }
    let byGet = try await clients.connectPython(
      over: "connect", "json", by: "get", "DailyQuote", request)
    expectSame(byGet, as: expected, "connect-python by GET")
    let envoy = try await InteropProxy(
      envoy: clients.environment.tool("envoy"), to: clients.server.address,
      transcoding: "quotes.v1.QuoteService",
      by: Repository.root + "/Sources/CQuoteProto/descriptors.binpb")
    let transcoded = try await clients.curl(daily, post: request, at: envoy.address)
    #expect(transcoded.status == 200, "\(transcoded.body)")
    expectSame(try JSON(transcoded.body), as: expected, "Envoy")
  }

  @Test("the same page in JSON as by grpcio, whatever carries it")
  func samePage() async throws {
    let clients = try await ForeignClients()
    let expected = try await clients.grpcio("list", "200")
    #expect(expected["quotes"].count == 200)
    let path = "/quotes.v1.QuoteService/ListQuotes"
    let posted = try await clients.curl(path, post: #"{"page_size": 200}"#)
    #expect(try JSON(posted.body) == expected)
    let got = try await clients.curl(
      path + "?message=%7B%22pageSize%22%3A200%7D", http2: true, "--compressed")
    #expect(got.field("content-encoding") == "gzip")
    #expect(try JSON(got.body) == expected)
  }

  @Test("the same refusal by each, with its code, its words and its details")
  func sameRefusal() async throws {
    let clients = try await ForeignClients()
    let request = #"{"timeZone": "Mars/Olympus"}"#
    let expected = try await clients.connectPython(over: "connect", "proto", "DailyQuote", request)
    #expect(expected["code"].text == "invalid_argument")
    #expect(expected["message"].text.contains("Mars/Olympus"))
    #expect(expected["details"].count == 2)
    for (transport, codec) in [("connect", "json"), ("grpc-web", "proto")] {
      let refusal = try await clients.connectPython(over: transport, codec, "DailyQuote", request)
      #expect(refusal == expected)
    }
    for http2 in [false, true] {
      let answer = try await clients.curl(daily, post: request, http2: http2)
      #expect(answer.status == 400 && answer.field("content-type") == "application/json")
      let object = try JSON(answer.body)
      #expect(object["code"] == expected["code"] && object["message"] == expected["message"])
      #expect(object["details"][0]["debug"]["reason"].text == "UNKNOWN_TIME_ZONE")
    }
    let printed = try await clients.bufCurl(over: "connect", http2: false, "DailyQuote", request)
    #expect(try JSON(printed.error)["message"] == expected["message"], "\(printed.error)")
  }

  @Test("today's quote by a stream that goes on")
  func watch() async throws {
    let clients = try await ForeignClients()
    let expected = try await clients.grpcio("watch", zone)["first"]["daily"]
    for (transport, codec) in [("connect", "json"), ("grpc-web", "proto")] {
      let first = try await clients.connectPython(
        over: transport, codec, "WatchDailyQuote", #"{"timeZone": "\#(zone)"}"#)
      #expect(first["daily"]["quote"] == expected["quote"])
    }
  }

  @Test("it over TLS as well, by HTTP/1.1 and HTTP/2")
  func tls() async throws {
    let folder = try TemporaryFolder()
    let clients = try await ForeignClients(serverUsingTLSIn: folder)
    for http2 in [false, true] {
      let answer = try await clients.curl(daily, post: "{}", http2: http2)
      #expect(answer.status == 200 && answer.version == (http2 ? "2" : "1.1"))
      #expect(try JSON(answer.body)["quote"]["text"].text != "")
    }
  }

  @Test("a day's quote to keep until the day is over, chance never, and a page to ask for again")
  func caching() async throws {
    let clients = try await ForeignClients()
    let service = "/quotes.v1.QuoteService/"
    let today = try await clients.curl(daily)
    let seconds = today.field("cache-control").flatMap { rule in
      rule.hasPrefix("public, max-age=") ? Int(rule.dropFirst(16)) : nil
    }
    #expect(seconds ?? 0 > 0 && seconds ?? 0 <= 86_400)
    #expect(try JSON(today.body)["validFor"].text == "\(seconds ?? 0)s")
    let chance = try await clients.curl(service + "RandomQuotes")
    #expect(chance.status == 200 && chance.field("cache-control") == "no-store")
    let seeded = try await clients.curl(service + "RandomQuotes?message=%7B%22seed%22%3A%225%22%7D")
    let tag = try #require(seeded.field("etag"))
    let again = try await clients.curl(
      service + "RandomQuotes?message=%7B%22seed%22%3A%225%22%7D", "-H", "if-none-match: \(tag)")
    #expect(again.status == 304 && again.body.isEmpty)
  }

  @Test("what a page of another origin may have, where that is configured")
  func origins() async throws {
    let clients = try await ForeignClients(
      serverArguments: ["--cors-origin", "https://a.example", "--cors-origin", "https://b.example"])
    let question = [
      "-H", "access-control-request-method: POST", "-H",
      "access-control-request-headers: content-type",
    ]
    for (origin, isAllowed) in [("https://b.example", true), ("https://c.example", false)] {
      let permission = try await clients.curl(
        daily, "-X", "OPTIONS", "-H", "origin: \(origin)", question[0], question[1], question[2],
        question[3])
      #expect(permission.status == 204)
      #expect(permission.field("access-control-allow-origin") == (isAllowed ? origin : nil))
      #expect(
        permission.field("access-control-allow-headers") == (isAllowed ? "content-type" : nil))
    }
  }

  @Test("nothing without a token where reading takes one")
  func token() async throws {
    let clients = try await ForeignClients(serverArguments: ["--require-token"])
    for http2 in [false, true] {
      let answer = try await clients.curl(daily, post: "{}", http2: http2)
      #expect(answer.status == 401 && answer.field("www-authenticate") == "Bearer")
      #expect(try JSON(answer.body)["code"].text == "unauthenticated")
    }
  }
}
