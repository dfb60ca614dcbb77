// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("A request for a page")
struct WebPageTests {
  private static func page(_ request: WebRequest) async -> WebResponse {
    let text = "\(request.method) \(request.segments) \(request.parameters["q"] ?? "-")"
    return WebResponse(
      200,
      fields: [
        WebField("content-type", "text/html; charset=utf-8"), WebField("x-bad", "a\r\nb: c"),
      ],
      body: Array((text + String(repeating: " ", count: 2_000)).utf8))
  }

  @Test("gets what the responder makes of its path and query")
  func page() async throws {
    let peer = try WebPeer(pages: Self.page)
    peer.get("/q/%C3%A9?q=a+b%26c&x")
    await peer.deliver()
    let reply = try peer.reply()
    #expect(reply.text.hasPrefix(#"GET ["q", "é"] a b&c"#))
    #expect(reply.fields["content-type"] == "text/html; charset=utf-8")
    #expect(reply.fields["vary"] == "accept-encoding" && reply.fields["etag"] != nil)
    #expect(reply.fields["x-bad"] == nil && reply.fields["b"] == nil)
  }

  @Test("gets it compressed, not at all where the client has it, and without a body to HEAD")
  func forms() async throws {
    let peer = try WebPeer(pages: Self.page)
    peer.get("/", "accept-encoding: gzip\r\n")
    await peer.deliver()
    let first = try peer.reply()
    #expect(first.fields["content-encoding"] == "gzip" && first.body.count < 200)
    let tag = try #require(first.fields["etag"])
    peer.get("/", "if-none-match: \(tag)\r\n")
    await peer.deliver()
    #expect(try peer.reply().status == 304)
    peer.get("/", method: "HEAD")
    await peer.deliver()
    #expect(try peer.reply(toHead: true).fields["content-length"].flatMap { Int($0) } ?? 0 > 2_000)
  }

  @Test("passes the gate that calls pass")
  func gate() async throws {
    var router = Router.forTests()
    router.gate = { context throws(Status) in
      guard context.metadata.text("authorization") != nil else {
        throw Status(.unauthenticated, "Reading here needs a token.")
      }
    }
    let peer = try WebPeer(router: router, pages: Self.page)
    peer.get("/")
    let refusal = try peer.reply()
    #expect(refusal.status == 401 && refusal.fields["www-authenticate"] == "Bearer")
    peer.get("/", "authorization: Bearer x\r\n")
    await peer.deliver()
    #expect(try peer.reply().status == 200)
    peer.get("/test.Service/Echo")
    #expect(try peer.reply().status == 401)
  }

  @Test(
    "of another origin is allowed where that is named, and only there",
    arguments: [
      (["https://a.example"], "https://a.example", "https://a.example"),
      (["https://a.example"], "https://b.example", nil), (["*"], "https://b.example", "*"),
      ([], "https://a.example", nil),
    ] as [([String], String, String?)])
  func origins(allowed: [String], origin: String, expected: String?) throws {
    let peer = try WebPeer(origins: allowed)
    let question = "access-control-request-method: POST\r\naccess-control-request-headers: a, b\r\n"
    peer.get("/test.Service/Echo", "origin: \(origin)\r\n\(question)", method: "OPTIONS")
    let permission = try peer.reply()
    #expect(permission.status == 204 && permission.fields["content-length"] == nil)
    #expect(permission.fields["access-control-allow-origin"] == expected)
    #expect(permission.fields["access-control-allow-headers"] == (expected == nil ? nil : "a, b"))
    peer.post("/test.Service/Echo", "{}", "origin: \(origin)\r\n")
    #expect(try peer.reply().fields["access-control-allow-origin"] == expected)
  }

  @Test("tells which methods there are")
  func options() throws {
    let peer = try WebPeer()
    for (path, methods) in [
      ("/test.Service/Echo", "GET, HEAD, POST, OPTIONS"),
      ("/test.Service/Context", "POST, OPTIONS"),
      ("/q/a", "GET, HEAD, OPTIONS"),
    ] {
      peer.get(path, method: "OPTIONS")
      #expect(try peer.reply().fields["allow"] == methods)
    }
  }

  @Test(
    "has an origin that browsers write, where one is configured",
    arguments: [
      ("https://a.example", true), ("http://localhost:8080", true), ("*", true), ("null", true),
      ("a.example", false), ("https://a.example/", false), ("https://", false),
      ("https://A.example", false), ("https://u@a.example", false),
    ])
  func isOrigin(text: String, isOne: Bool) { #expect(WebOrigins.isOrigin(text) == isOne) }
}
