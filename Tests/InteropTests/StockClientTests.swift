// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

@Suite("A stock client gets from quoted", .timeLimit(.minutes(5)))
struct StockClientTests {
  @Test("the same daily quote by grpcio, grpcurl, buf curl and both protocols of quote")
  func daily() async throws {
    let clients = try await ForeignClients()
    let date = String(try await clients.grpcio("daily", "", "")["date"].text)
    let zone = "Europe/Berlin"
    let expected = try await clients.grpcio("daily", date, zone)
    #expect(expected["quote"]["text"].text != "")
    #expect(expected["timeZone"].text == zone)

    let request = #"{"date": "\#(date)", "time_zone": "\#(zone)"}"#
    let answers = [
      try await clients.grpcurl("DailyQuote", request),
      try await clients.bufCurl("DailyQuote", request),
      try await clients.quote(
        ["daily", "--date", date, "--time-zone", zone, "--output", "json"]),
      try await clients.quote(
        ["daily", "--date", date, "--time-zone", zone, "--output", "json"], over: "delimited"),
    ]
    for answer in answers {
      try #require(answer.status == 0, "\(answer.error)")
      let answered = try JSON(answer.output)
      // How long it is valid from now depends on now; all else is the same.
      for field in ["quote", "date", "validUntil", "timeZone", "calendar", "cyclePosition"] {
        #expect(answered[field] == expected[field], "\(field)")
      }
    }
  }

  @Test("the same page and the same quote")
  func list() async throws {
    let clients = try await ForeignClients()
    let expected = try await clients.grpcio("list", "3")
    #expect(expected["quotes"].count == 3)
    let id = expected["quotes"][1]["id"].text
    #expect(try await clients.grpcio("get", id)["quote"] == expected["quotes"][1])
    for transport in ["grpc", "delimited"] {
      let page = try await clients.quote(
        ["list", "--page-size", "3", "--output", "json"], over: transport)
      #expect(try JSON(page.output)["quotes"] == expected["quotes"])
      let quote = try await clients.quote(["get", id, "--output", "jsonl"], over: transport)
      #expect(try JSON(quote.output) == expected["quotes"][1])
    }
    let curled = try await clients.grpcurl("ListQuotes", #"{"page_size": 3}"#)
    #expect(try JSON(curled.output)["quotes"] == expected["quotes"])
    #expect(try JSON(curled.output)["totalSize"] == expected["totalSize"])
  }

  @Test("the same page when its messages are compressed")
  func compressed() async throws {
    let clients = try await ForeignClients()
    let page = try await clients.grpcio("compressed", "50")
    #expect(page["quotes"].count == 50)
    #expect(page["quotes"] == (try await clients.grpcio("list", "50"))["quotes"])
  }

  @Test("today's quote by a stream that waits for tomorrow's")
  func watch() async throws {
    let clients = try await ForeignClients()
    let zone = "Asia/Tokyo"
    let answer = try await clients.grpcio("watch", zone)
    #expect(answer["end"].text == "CANCELLED")
    let daily = answer["first"]["daily"]
    let date = String(daily["date"].text)
    #expect(daily["quote"] == (try await clients.grpcio("daily", date, zone))["quote"])
    for transport in ["grpc", "delimited"] {
      let shown = try await clients.quoteUntilLine(
        startingWith: "{", ["watch", "--time-zone", zone, "--output", "jsonl"], over: transport)
      #expect(try JSON(shown)["quote"] == daily["quote"])
    }
  }

  @Test("the same composed message")
  func compose() async throws {
    let clients = try await ForeignClients()
    let id = try await clients.grpcio("list", "1")["quotes"][0]["id"].text
    let expected = try await clients.grpcio("compose", id)["message"]
    #expect(expected["layout"]["caption"].text != "")
    #expect(expected["url"].text.hasSuffix("/q/" + id))
    for transport in ["grpc", "delimited"] {
      let composed = try await clients.quote(
        ["compose", id, "--to", "imessage", "--session", "one", "--output", "json"],
        over: transport)
      try #require(composed.status == 0, "\(composed.error)")
      #expect(try JSON(composed.output)["message"] == expected)
    }
  }

  @Test("every quote exactly once, page by page", arguments: ["0", "7", "1000"])
  func pages(pageSize: String) async throws {
    let clients = try await ForeignClients()
    #expect(try await clients.grpcio("pages", pageSize)["ids"].count >= 516)
  }

  @Test("an answer whatever metadata it sends along")
  func metadata() async throws {
    #expect(try await ForeignClients().grpcio("metadata")["code"].text == "OK")
  }
}
