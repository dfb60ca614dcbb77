// SPDX-License-Identifier: Apache-2.0

internal import RPCHTTP1
internal import Testing

@Suite("A response of HTTP/1.1")
struct HTTP1ResponseTests {
  private func text(_ change: (inout HTTP1Response.Sending) -> Void = { _ in }) -> String {
    var sending = HTTP1Response.Sending(date: "now")
    change(&sending)
    var output: [UInt8] = []
    HTTP1Response(.ok, fields: [("allow", "GET")], body: Array("body".utf8))
      .append(to: &output, sending)
    return String(decoding: output, as: UTF8.self)
  }

  @Test("says its length, its kind and when it was made")
  func fields() {
    #expect(
      text() == """
        HTTP/1.1 200 OK\r
        date: now\r
        content-type: text/plain; charset=utf-8\r
        content-length: 4\r
        x-content-type-options: nosniff\r
        allow: GET\r
        \r
        body
        """)
  }

  @Test("has no body for HEAD, but says how long it would be")
  func head() {
    let text = text { $0.isHead = true }
    #expect(text.contains("content-length: 4\r\n") && text.hasSuffix("\r\n\r\n"))
  }

  @Test("says whether the connection stays, where its client would think otherwise")
  func connection() {
    #expect(!text().contains("connection:"))
    #expect(text { $0.closes = true }.contains("connection: close\r\n"))
    #expect(text { $0.isVersion10 = true }.contains("connection: keep-alive\r\n"))
  }

  @Test(
    "writes moments as RFC 9110 does",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-5, "Thu, 01 Jan 1970 00:00:00 GMT"),
    ] as [(Int64, String)])
  func dates(seconds: Int64, expected: String) {
    #expect(HTTP1Date.text(seconds) == expected)
  }
}
