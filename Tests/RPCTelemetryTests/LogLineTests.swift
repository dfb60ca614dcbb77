// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import RPCTelemetry
internal import Testing

@Suite("A line of the log")
struct LogLineTests {
  /// What peers may send to pass for something else.
  private static let hostile = [
    "", " ", "two words", "a=b", "\"", "\\", "\\\"", "\n", "a\nlevel=error event=forged",
    "\r\n", "\t", "\u{0}", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{9B}1m", "\u{2028}", "\u{2029}",
    "\u{202E}txt", "\u{200B}", "\u{FEFF}", "}", "\",\"level\":\"error", "日本語", "👩‍👩‍👧", "\u{E0001}",
    "é", "\u{FFFD}", "NaN", "null",
  ]

  @Test("is name=value pairs, plain words as they are")
  func logfmt() {
    let line = LogLine(
      .info, "call", [("code", .text("OK")), ("bytes", .number(12)), ("peer", .text("[::1]:5"))])
    #expect(
      line.text(as: .logfmt, time: "now") == "level=info event=call code=OK bytes=12 peer=[::1]:5")
  }

  @Test("is an object of JSON, with the time and with numbers as such")
  func json() throws {
    let line = LogLine(.warning, "call", [("code", .text("OK")), ("bytes", .number(-12))])
    #expect(
      line.text(as: .json, time: "now")
        == #"{"time":"now","level":"warning","event":"call","code":"OK","bytes":-12}"#)
  }

  @Test("stays one line and one field in logfmt, whatever the value", arguments: hostile)
  func hostileLogfmt(value: String) throws {
    let text = LogLine(.info, "e", [("a", .text(value)), ("b", .number(1))])
      .text(as: .logfmt, time: "")
    #expect(Self.isHarmless(text), "\(text)")
    let match = try #require(
      text.wholeMatch(of: /level=info event=e a=([^"= ]+|"(?:[^"\\]|\\.)*") b=1/), "\(text)")
    #expect(!match.1.isEmpty)
  }

  @Test("reads back from JSON as it was, whatever the value", arguments: hostile)
  func hostileJSON(value: String) throws {
    let text = LogLine(.info, value, [("a", .text(value))]).text(as: .json, time: value)
    #expect(Self.isHarmless(text), "\(text)")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    #expect(object?["a"] as? String == value)
    #expect(object?["event"] as? String == value)
    #expect(object?["level"] as? String == "info")
    #expect(object?.count == 4)
  }

  @Test("knows which levels matter more")
  func levels() {
    #expect(LogLevel.allCases == LogLevel.allCases.sorted())
    #expect(LogLevel.error < .warning && LogLevel.info < .debug)
  }

  /// Whether nothing in a text ends lines, steers a terminal, or turns the order of words.
  private static func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      ![.control, .format, .lineSeparator, .paragraphSeparator]
        .contains(scalar.properties.generalCategory)
    }
  }
}
