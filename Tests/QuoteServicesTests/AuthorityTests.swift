// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("A caller")
struct AuthorityTests {
  private var quote: CreateQuoteRequest {
    var request = CreateQuoteRequest()
    request.quote = Quote()
    request.quote?.text = "Know thyself."
    return request
  }

  @Test("without a token, with one of another scheme or with two is told to send one")
  func missing() async throws {
    let desk = try TestDesk()
    let token = try await desk.token(.admin).secret
    let cases: [[(String, String)]] = [
      [], [("authorization", "Basic \(token)")], [("authorization", token)],
      [("authorization", "Bearer")], [("authorization", "Bearer ")],
      [("authorization", "Bearer \(token)"), ("authorization", "Bearer \(token)")],
    ]
    for headers in cases {
      let status = try await desk.refusal(CreateQuote.self, quote, headers: headers)
      #expect(status.code == .unauthenticated, "\(status)")
      #expect(status.reason == "TOKEN_MISSING", "\(status)")
      #expect(status.message.contains("EDITOR") && status.message.contains("Bearer TOKEN"))
      #expect(!"\(status)".contains(token))
    }
    #expect(desk.catalogue.snapshots.latest.count == 3)
    #expect(desk.failures.isEmpty)
  }

  @Test("whose token is unknown, revoked or too low is told which, and never the token")
  func toldApart() async throws {
    let desk = try TestDesk()
    let reader = try await desk.token(.reader)
    let gone = try await desk.token(.admin)
    _ = try await desk.catalogue.revokeToken(id: gone.id, by: .local)
    let unknown = String(reader.secret.dropLast()) + (reader.secret.last == "A" ? "B" : "A")
    let cases: [(String, Status.Code, String, String)] = [
      (unknown, .unauthenticated, "TOKEN_UNKNOWN", "none of this catalogue's"),
      (gone.secret, .unauthenticated, "TOKEN_REVOKED", "\(gone.id) was revoked"),
      (reader.secret, .permissionDenied, "ROLE_TOO_LOW", "\(reader.id) has role READER"),
    ]
    for (token, code, reason, words) in cases {
      let status = try await desk.refusal(CreateQuote.self, quote, token: token)
      #expect(status.code == code, "\(status)")
      #expect(status.reason == reason, "\(status)")
      #expect(status.message.contains(words), "\(status)")
      #expect(!"\(status)".contains(token))
    }
    #expect(desk.failures == ["192.0.2.7", "192.0.2.7"], "Too low a role is no wrong token.")
  }

  @Test("may do what their role has, and no more")
  func roles() async throws {
    let desk = try TestDesk()
    let reader = try await desk.token(.reader).secret
    let editor = try await desk.token(.editor).secret
    let admin = try await desk.token(.admin).secret
    for token in [reader, editor] {
      #expect(
        try await desk.refusal(PurgeQuote.self, PurgeQuoteRequest(), token: token).reason
          == "ROLE_TOO_LOW")
      #expect(
        try await desk.refusal(ListTokens.self, ListTokensRequest(), token: token).reason
          == "ROLE_TOO_LOW")
    }
    #expect(try await desk.call(CreateQuote.self, quote, token: editor).quote != nil)
    #expect(
      try await desk.refusal(PurgeQuote.self, PurgeQuoteRequest(), token: admin).fields == ["id"])
    #expect(
      try await desk.call(ListTokens.self, ListTokensRequest(), token: admin).tokens.count == 3)
  }

  @Test("needs ADMIN to take ids over, whatever else an import does")
  func keptIDs() async throws {
    let desk = try TestDesk()
    let editor = try await desk.token(.editor).secret
    let admin = try await desk.token(.admin).secret
    var request = ImportQuotesRequest()
    request.keepIDs = true
    let status = try await desk.refusal(ImportQuotes.self, request, token: editor)
    #expect(status.code == .permissionDenied)
    #expect(status.fields == ["keep_ids"])
    _ = try await desk.call(ImportQuotes.self, request, token: admin)
    request.keepIDs = false
    _ = try await desk.call(ImportQuotes.self, request, token: editor)
  }

  @Test("by the server's own socket needs no token; by another Unix socket they do")
  func socket() async throws {
    let own = try TestDesk(admitsUnixSockets: true)
    _ = try await own.call(CreateQuote.self, quote, peer: TestDesk.neighbour)
    #expect(
      try await own.refusal(CreateQuote.self, quote, peer: TestDesk.stranger).reason
        == "TOKEN_MISSING")
    let other = try TestDesk(admitsUnixSockets: false)
    #expect(
      try await other.refusal(CreateQuote.self, quote, peer: TestDesk.neighbour).reason
        == "TOKEN_MISSING")
  }

  @Test("that is this process needs no token")
  func ownProcess() async throws {
    let desk = try TestDesk()
    _ = try await desk.call(CreateQuote.self, quote, peer: .thisProcess)
  }

  @Test("who guesses tokens is told to wait, and who has one is not locked out by them")
  func guessing() async throws {
    let desk = try TestDesk()
    let token = try await desk.token(.editor).secret
    desk.reachLimit()
    let status = try await desk.refusal(CreateQuote.self, quote, token: "quoted_guess")
    #expect(status.code == .resourceExhausted)
    #expect(status.reason == "RATE_LIMITED")
    #expect(status.details.contains(.retryInfo(delay: .milliseconds(1_500))), "\(status)")
    _ = try await desk.call(CreateQuote.self, quote, token: token)
  }

  @Test("behind a trusted proxy is counted by their own address, of version 6 by the network")
  func proxied() async throws {
    let block = try #require(AddressBlock("192.0.2.0/24"))
    let desk = try TestDesk(proxies: TrustedProxies([block], trustsUnixSockets: false))
    for forwarded in ["198.51.100.9", "2001:db8:1:2:3:4:5:6"] {
      _ = try await desk.refusal(
        CreateQuote.self, quote, token: "quoted_guess",
        headers: [("x-forwarded-for", forwarded)])
    }
    #expect(desk.failures == ["198.51.100.9", "2001:db8:1:2::/64"])
  }
}
