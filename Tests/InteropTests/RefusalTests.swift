// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

@Suite("quoted refuses", .timeLimit(.minutes(5)))
struct RefusalTests {
  /// A case of `stock_grpc.py`, and how it must end.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let code: String
    let field: String
    /// What the message must hold.
    let says: [String]

    init(_ name: String, _ code: String, field: String = "", says: [String] = []) {
      self.name = name
      self.code = code
      self.field = field
      self.says = says
    }

    var testDescription: String { name }
  }

  @Test(
    "a call that can't succeed, with a code, a reason and the field at fault",
    arguments: [
      Refusal("unknown_id", "NOT_FOUND", says: ["nosuchquotehere2"]),
      Refusal("negative_page_size", "INVALID_ARGUMENT", field: "page_size", says: ["-1"]),
      Refusal("forged_page_token", "INVALID_ARGUMENT", field: "page_token"),
      Refusal("impossible_date", "INVALID_ARGUMENT", field: "date", says: ["2026-02-30", "28"]),
      Refusal("far_date", "OUT_OF_RANGE", field: "date", says: ["9999-12-31"]),
      Refusal("unknown_zone", "INVALID_ARGUMENT", field: "time_zone", says: ["Mars/Olympus"]),
      Refusal("zone_outside", "INVALID_ARGUMENT", field: "time_zone"),
      Refusal("unknown_calendar", "NOT_FOUND", field: "calendar", says: ["nope", "default"]),
      Refusal("no_subject", "INVALID_ARGUMENT", field: "subject"),
      Refusal("no_grid", "INVALID_ARGUMENT", field: "display", says: ["CHANNEL_DISPLAY"]),
      Refusal("unseen_revision", "UNAVAILABLE"),
      Refusal("five_megabytes", "RESOURCE_EXHAUSTED", says: ["4194304"]),
      Refusal("inflating", "RESOURCE_EXHAUSTED", says: ["4194304"]),
      Refusal("nul", "INVALID_ARGUMENT", field: "quote.text", says: ["U+0000"]),
      Refusal("unimplemented_method", "UNIMPLEMENTED", says: ["ForgetQuote"]),
    ])
  func refuses(refusal: Refusal) async throws {
    let answer = try await ForeignClients().grpcio(refusal.name)
    #expect(answer["code"].text == refusal.code, "\(answer)")
    #expect(answer["field"].text == refusal.field, "\(answer)")
    #expect(answer["reason"].text != "", "\(answer)")
    for words in refusal.says {
      #expect(answer["message"].text.contains(words), "\(answer)")
    }
  }

  @Test("a call whose deadline has passed")
  func expired() async throws {
    #expect(try await ForeignClients().grpcio("expired")["code"].text == "DEADLINE_EXCEEDED")
  }

  @Test(
    "bytes that are no protocol of the port, and closes",
    arguments: [
      "random_bytes", "half_preface", "tls",
    ])
  func closes(name: String) async throws {
    let clients = try await ForeignClients()
    #expect(try await clients.rawBytes(name)["replies"].count == 0)
    _ = try await clients.grpcio("daily", "", "")
  }

  @Test("gRPC over HTTP/1.1, in words that a person understands")
  func http1() async throws {
    let answer = try await ForeignClients().rawBytes("grpc_over_http1")["text"].text
    #expect(answer.hasPrefix("HTTP/1.1 505 "), "\(answer)")
    #expect(answer.contains("gRPC is spoken over HTTP/2 only"), "\(answer)")
  }

  @Test(
    "a delimited connection that breaks the protocol, with the reason, and closes",
    arguments: [
      "four_gibibytes", "endless_length", "falling_ids", "same_id", "id_zero", "garbage_frame",
    ])
  func breaks(name: String) async throws {
    let clients = try await ForeignClients()
    let replies = try await clients.rawBytes(name)["replies"]
    let last = replies[replies.count - 1]
    #expect(replies.count >= 2, "the limits first, then the reason: \(replies)")
    #expect(last["id"].number == 0)
    #expect(last["code"].number != 0)
    #expect(last["message"].text != "")
    _ = try await clients.grpcio("daily", "", "")
  }

  @Test(
    "a delimited call alone where only the call is wrong",
    arguments: [
      ("unknown_method", 12), ("bad_request", 13),
    ])
  func refusesOneCall(name: String, code: Int) async throws {
    let replies = try await ForeignClients().rawBytes(name)["replies"]
    #expect(replies.count == 2)
    #expect(replies[1]["id"].number == 1)
    #expect(replies[1]["code"].number == code)
  }

  @Test("nothing to a client that half-closes after its calls")
  func halfClose() async throws {
    let replies = try await ForeignClients().rawBytes("two_calls")["replies"]
    #expect(replies.count == 3)
    for index in 1...2 {
      #expect(replies[index]["id"].number == index)
      #expect(replies[index]["bytes"].number > 0)
    }
  }
}
