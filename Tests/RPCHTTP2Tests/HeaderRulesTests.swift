// SPDX-License-Identifier: Apache-2.0

internal import RPCHTTP2
internal import Testing

@Suite("A request's headers")
struct HeaderRulesTests {
  private static let good = [(":method", "POST"), (":scheme", "http"), (":path", "/")]

  /// A HEADERS frame of literals without indexing (RFC 7541, section 6.2.2).
  private func frame(_ headers: [(String, String)], ends: Bool = true) -> [UInt8] {
    var block: [UInt8] = []
    for (name, value) in headers {
      block += [0, UInt8(name.utf8.count)] + Array(name.utf8)
      block += [UInt8(value.utf8.count)] + Array(value.utf8)
    }
    return Frame.make(type: 1, flags: ends ? 5 : 4, stream: 1, block)
  }

  private func events(_ headers: [(String, String)]) -> [String] {
    let server = Peer(.server)
    server.receive(Frame.preface + Frame.emptySettings + frame(headers))
    _ = server.produced()
    return server.events
  }

  @Test(
    "R1: are taken as they may come",
    arguments: [
      [], [("x-a", "b")], [(":authority", "a")], [("host", "a")], [("te", "trailers")],
      [("x", "tab\tand space")], [("x", "é")], [("x", "")], [("!#$%&'*+-.^_`|~09az", "a")],
    ] as [[(String, String)]])
  func good(more: [(String, String)]) {
    #expect(events(Self.good + more).last == "1 ended")
  }

  @Test(
    "R7: are refused by a reset where HTTP/2 forbids them",
    arguments: [
      [("X", "a")], [("a b", "c")], [("a:", "b")], [("", "a")], [("é", "a")], [("x", "a\0")],
      [("x", "a\nb")], [("x", "12345678\r")], [("x", "\u{7F}1234567")], [("x", "123456\u{1}8")],
      [("x", "a"), (":authority", "b")], [(":path", "/b")], [(":status", "200")], [(":x", "a")],
      [("te", "trailers, deflate")], [("keep-alive", "1")], [("proxy-connection", "a")],
    ] as [[(String, String)]])
  func bad(more: [(String, String)]) {
    #expect(events(Self.good + more) == ["1 closed 1"])
  }

  @Test("R1: need a method, a scheme and a path", arguments: 0..<3)
  func missing(index: Int) {
    var headers = Self.good
    headers.remove(at: index)
    #expect(events(headers) == ["1 closed 1"])
    headers.insert((Self.good[index].0, ""), at: 0)
    #expect(events(headers) == ["1 closed 1"])
  }

  @Test("end a request without pseudo-headers only")
  func trailers() {
    for (trailer, isGood) in [("x-a", true), (":path", false), (":authority", false)] {
      let server = Peer(.server)
      let begin = frame(Self.good, ends: false)
      server.receive(Frame.preface + Frame.emptySettings + begin + frame([(trailer, "b")]))
      _ = server.produced()
      #expect((server.events.last == "1 ended") == isGood)
    }
  }
}
