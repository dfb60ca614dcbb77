// SPDX-License-Identifier: Apache-2.0

internal import QuoteWebhook
internal import Testing

/// What comes of posts is tested against a real webhook: `BotTests` of `EndToEndTests`.
@Suite("A webhook")
struct WebhookTests {
  @Test(
    "is an http or https URL, of which only the host is told",
    arguments: [
      ("https://hooks.slack.com/services/T0/B0/secret", "hooks.slack.com"),
      ("HTTP://127.0.0.1:8080?secret", "127.0.0.1:8080"), ("http://[::1]:80/", "[::1]:80"),
      ("https://user:secret@example.org/a", "example.org"),
    ])
  func hosts(url: String, host: String) throws {
    #expect(try Webhook(url, headers: [], timeoutSeconds: 1).host == host)
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "example.org", "ftp://example.org/", "https://", "https:///a", "https://a.example/ b",
      "https://a.example/#b", "file:///etc/passwd", "https://ä.example/", "http://a\u{0}b/",
    ])
  func refused(url: String) {
    #expect(throws: WebhookError.badURL) {
      try Webhook(url, headers: [], timeoutSeconds: 1)
    }
  }

  @Test(
    "takes header lines, and nothing that would be more than one",
    arguments: [
      ("Authorization: Bearer abc", true), ("X:", true), ("no colon", false), (": a", false),
      ("A: b\r\nC: d", false), ("A B: c", false),
    ])
  func headers(line: String, isFine: Bool) {
    do throws(WebhookError) {
      _ = try Webhook("https://a.example/", headers: [line], timeoutSeconds: 1)
      #expect(isFine)
    } catch {
      #expect(!isFine, "\(error)")
    }
  }

  @Test("surely has nothing of what could not be sent")
  func nobody() throws {
    // Nobody listens on port 1, and the post is not begun.
    let webhook = try Webhook("http://127.0.0.1:1/", headers: [], timeoutSeconds: 5)
    var hasBegun = false
    let outcome = webhook.post([1], contentType: "text/plain") {
      hasBegun = true
      return true
    }
    guard case .failed(_, retryAfter: nil) = outcome else {
      Issue.record("It came out as \(outcome).")
      return
    }
    #expect(!hasBegun)
  }
}
