// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON
internal import Testing

@Suite("A JSON value")
struct JSONValueTests {
  private func read(_ text: String) throws(JSONError) -> JSONValue {
    try JSONValue(reading: Array(text.utf8)[...])
  }

  private func reason(_ bytes: [UInt8]) -> JSONError.Reason? {
    do throws(JSONError) {
      _ = try JSONValue(reading: bytes[...])
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(
    "is read as what it is",
    arguments: [
      ("null", .null), ("true", .bool(true)), (" false\n", .bool(false)), ("-7", .integer(-7)),
      ("9223372036854775807", .integer(.max)), ("1.5e3", .real(1500)), ("\"\"", .string("")),
      (#""\ud842\udfb7""#, .string("𠮷")), (#""a\u0000b""#, .string("a\0b")),
      (#""👩‍👩‍👧 🇨🇭""#, .string("👩‍👩‍👧 🇨🇭")), ("[]", .array([])),
      (#"[1, [true]]"#, .array([.integer(1), .array([.bool(true)])])), ("{}", .object([])),
      (
        #"{"z": 1, "a": {"": null}}"#,
        .object([.init("z", .integer(1)), .init("a", .object([.init("", .null)]))])
      ),
    ] as [(String, JSONValue)])
  func reads(text: String, value: JSONValue) throws {
    #expect(try read(text) == value)
  }

  @Test(
    "is refused where it breaks a rule, by name",
    arguments: [
      ("", .incomplete), ("{\"a\": 1", .incomplete), ("[1] 2", .surplus),
      (#"{"a": 1, "b": 2, "a": 3}"#, .duplicateName("'\"a\"'")),
      (#"{"a\u0000": 1}"#, .nulInName), ("123456789012345678901", .numberTooLarge),
      ("1e999", .numberTooLarge),
    ] as [(String, JSONError.Reason)])
  func refuses(text: String, reason: JSONError.Reason) {
    #expect(self.reason(Array(text.utf8)) == reason)
  }

  @Test(
    "is refused where its grammar is wrong",
    arguments: [
      "[1,]", "{'a': 1}", "{\"a\" 1}", "nul", "\"\\ud800\"", "\"\\x\"", "\"a\nb\"", "01", "+1",
      "// comment\n1",
    ])
  func grammar(text: String) {
    guard case .syntax = reason(Array(text.utf8)) else {
      Issue.record("\(text): \(String(describing: reason(Array(text.utf8))))")
      return
    }
  }

  @Test("is refused where it is not UTF-8")
  func encoding() {
    #expect(reason([0x22, 0xFF, 0x22]) == .encoding)
    #expect(reason([0x22, 0xED, 0xA0, 0x80, 0x22]) == .encoding)
  }

  @Test("has a bounded depth, also where it would exhaust jansson's own", arguments: [33, 100_000])
  func depth(levels: Int) throws {
    let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    #expect(reason(Array(text.utf8)) == .tooDeep(limit: 32))
    _ = try read(String(repeating: "[", count: 32) + String(repeating: "]", count: 32))
  }

  @Test("tells the line and column of what is wrong")
  func place() {
    #expect {
      try read("{\n  \"a\": 1,\n  \"b\" 2\n}")
    } throws: { error in
      let error = error as? JSONError
      return error?.line == 3 && error?.column == 7
    }
  }

  @Test(
    "is written so that reading gives it back",
    arguments: [
      "", "plain", "\"quoted\" \\ /", "a\nb\r\tc\0", "\u{7F}\u{9B}31m", "\u{202E}\u{2028}\u{FEFF}",
      "👩‍👩‍👧 𠮷 é 孔子", "\u{FFFF}\u{10FFFF}",
    ])
  func writing(text: String) throws {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    #expect(try JSONValue(reading: bytes[...]) == .string(text))
  }

  @Test(
    "of any kind is written on one line, and read as it was",
    arguments: [
      (.null, "null"), (true, "true"), (.integer(-7), "-7"), (.real(0.5), "0.5"),
      (["a", [], [:]], #"["a",[],{}]"#),
      (["b": [false, .null], "a": ["c": "é\n"]], #"{"b":[false,null],"a":{"c":"é\n"}}"#),
    ] as [(JSONValue, String)])
  func values(value: JSONValue, expected: String) throws {
    #expect(value.text == expected)
    #expect(try JSONValue(reading: Array(expected.utf8)[...]) == value)
  }

  @Test("has null for a number that JSON can't write")
  func infinite() {
    #expect(JSONValue.array([.real(.infinity), .real(.nan)]).text == "[null,null]")
  }

  @Test("is written without what a terminal would obey")
  func harmless() {
    var bytes: [UInt8] = []
    JSONText.append("\u{1B}[31m\u{9B}\u{202E}", to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == #""\u001b[31m\u009b\u202e""#)
  }
}
