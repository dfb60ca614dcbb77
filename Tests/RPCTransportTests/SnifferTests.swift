// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("What a connection speaks")
struct SnifferTests {
  private static let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

  private func finding(_ bytes: [UInt8]) -> Sniffer.Finding {
    var sniffer = Sniffer()
    return sniffer.look(at: bytes.span)
  }

  @Test(
    "is told by its first bytes, and only positively",
    arguments: [
      (preface, .http2), (preface + "\0\0\0", .http2), ("GET / HTTP/1.1\r\n", .http1),
      ("POST ", .http1), ("PRI * HTTP/1.1\r\n", .http1),
      ("PRI * HTTP/2.0\r\n\r\nSM\r\n\rX", .http1),
      ("PRIX", .undecided), ("M-SEARCH * HTTP/1.1", .http1), ("", .undecided), ("P", .undecided),
      ("GET", .undecided), (" GET", .unknown), ("get / HTTP/1.1", .unknown), ("\0\0\0\0", .unknown),
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", .unknown), ("\u{16}\u{3}\u{1}", .tls), ("HELLO\r\n", .unknown),
    ] as [(String, Sniffer.Finding)])
  func text(text: String, expected: Sniffer.Finding) {
    #expect(finding(Array(text.utf8)) == expected)
  }

  @Test("is the delimited protocol where the first octet is 0x89")
  func delimited() {
    #expect(finding([0x89]) == .delimited)
    #expect(finding([0x89, 0, 0]) == .delimited)
  }

  @Test("is the same however the bytes are cut, and none of them is lost", arguments: 1..<24)
  func cuts(at cut: Int) {
    for text in [Self.preface, "OPTIONS-OPTIONS-OPTIONS /"] {
      let bytes = Array(text.utf8)
      var sniffer = Sniffer()
      #expect(sniffer.look(at: bytes.span.extracting(0..<cut)) == .undecided)
      #expect(sniffer.held == Array(bytes[..<cut]))
      let rest = sniffer.look(at: bytes.span.extracting(cut..<bytes.count))
      #expect(rest == (text == Self.preface ? .http2 : .http1))
      #expect(sniffer.held == Array(bytes[..<cut]))
    }
  }

  @Test("is found byte by byte")
  func byteByByte() {
    var sniffer = Sniffer()
    var findings: [Sniffer.Finding] = []
    for byte in Self.preface.utf8 { findings.append(sniffer.look(at: [byte].span)) }
    #expect(findings.dropLast().allSatisfy { $0 == .undecided })
    #expect(findings.last == .http2)
  }
}
