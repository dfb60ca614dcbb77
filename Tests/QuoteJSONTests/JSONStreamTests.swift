// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON
internal import Testing

@Suite("A stream of JSON values")
struct JSONStreamTests {
  private func items(_ text: String, limit: Int = 1_000) -> [JSONStream.Item] {
    var stream = JSONStream(Array(text.utf8), wrappers: ["quotes", "results"], valueLimit: limit)
    var items: [JSONStream.Item] = []
    while let item = stream.next() { items.append(item) }
    #expect(stream.offset == text.utf8.count)
    return items
  }

  private func numbers(_ items: [JSONStream.Item]) -> [Int64] {
    items.compactMap { item in
      guard case .value(.object(let members), _) = item,
        case .integer(let number)? = members.first?.value
      else { return nil }
      return number
    }
  }

  private func lines(_ items: [JSONStream.Item]) -> [Int] {
    items.compactMap { if case .value(_, let line) = $0 { line } else { nil } }
  }

  @Test(
    "finds the values, and the lines they begin on, in every layout",
    arguments: [
      ("[{\"a\":1},{\"a\":2}]", [1, 1]),
      ("[\n  {\n    \"a\": 1\n  },\n  {\"a\": 2}\n]\n", [2, 5]),
      ("{\"a\":1}\n{\"a\":2}\n", [1, 2]), ("{\"a\":1}{\"a\":2}", [1, 1]),
      ("\u{FEFF}{\"a\":1}\r\n\r\n{\"a\":2}", [1, 3]),
      (
        "{\"count\": 2, \"tags\": [\"x\"], \"results\": [ {\"a\":1},\n{\"a\":2}], \"next\": {\"x\": [{}]}}",
        [1, 2]
      ),
      ("{\"quotes\":[{\"a\":1}],\"nextPageToken\":\"}\"}\n{\"quotes\":[{\"a\":2}]}", [1, 2]),
      ("[{\"a\":1}]\n[{\"a\":2}]", [1, 2]),
    ])
  func layouts(text: String, lines: [Int]) {
    let items = items(text)
    #expect(numbers(items) == [1, 2])
    #expect(self.lines(items) == lines)
  }

  @Test("is empty where there is nothing", arguments: ["", " \n", "[]", "[ ]", "{\"quotes\": []}"])
  func empty(text: String) { #expect(items(text) == []) }

  @Test("does not take an object for a wrapper that holds texts or one level deeper quotes")
  func noWrapper() {
    #expect(items("{\"quotes\": [\"a\"]}").count == 1)
    #expect(items("{\"x\": {\"quotes\": [{}]}}").count == 1)
    #expect(items("{\"text\": \"quotes\\\": [{\"}").count == 1)
  }

  @Test(
    "goes on behind a value that can't be taken",
    arguments: [
      "[{\"a\":1},{\"a\" 0},{\"a\":2}]", "[{\"a\":1},{\"b\":0,\"b\":0},{\"a\":2}]",
      "{\"a\":1}\n{\"a\":]}\n{\"a\":2}", "{\"a\":1}\n{\"a\":0\n{\"a\":2}",
      "{\"a\":1}\n{\"a\":\"0}\n{\"a\":2}", "[{\"a\":1},\n{\"a\":\"\n\"},\n{\"a\":2}]",
      "{\"a\":1}\nnonsense\n{\"a\":2}", "{\"a\":1}}\n{\"a\":2}",
      "[{\"a\":1},\n{\"a\":[[},\n{\"a\":2}]",
    ])
  func recovery(text: String) {
    let items = items(text)
    #expect(numbers(items) == [1, 2], "\(items)")
    #expect(items.count == 3)
    guard case .refusal = items[1] else {
      Issue.record("\(items)")
      return
    }
  }

  @Test("tells the line of the error within the file")
  func errorLine() {
    let items = items("[\n{\"a\":1},\n{\n\"a\":0,\n\"b\" 0},\n{\"a\":2}]")
    guard case .refusal(let error) = items[1] else {
      Issue.record("\(items)")
      return
    }
    #expect(error.line == 5)
  }

  @Test("says where the rest is lost")
  func lost() {
    let items = items("[{\"a\":1},{\"a\":\"0},{\"a\":2}]")
    #expect(numbers(items) == [1])
    #expect(items.last == .lost(line: 1))
  }

  @Test("never holds more than its limit of one value")
  func limit() {
    let long = "{\"a\":\"\(String(repeating: "x", count: 100))\"}"
    let items = items("{\"a\":1}\n\(long)\n{\"a\":2}", limit: 50)
    #expect(numbers(items) == [1, 2])
    #expect(items[1] == .refusal(JSONError(.tooLarge(limit: 50), line: 2, column: 0)))
  }

  @Test(
    "notes what is not quite right and loses nothing by it",
    arguments: [
      "[{\"a\":1},{\"a\":2},]", "[{\"a\":1}{\"a\":2}]", "[{\"a\":1},,{\"a\":2}]",
      "[{\"a\":1},{\"a\":2}",
    ])
  func blemishes(text: String) {
    let items = items(text)
    #expect(numbers(items) == [1, 2])
    #expect(items.contains { if case .blemish = $0 { true } else { false } })
  }

  @Test("ends on any garbage, whatever it is cut to")
  func garbage() {
    let text = Array("[{\"a\":[1,\"\\\"\"]},{}],\"x\":{\"quotes\":[{\"a\":\"\n\\".utf8)
    for start in 0..<text.count {
      for end in start...text.count {
        var stream = JSONStream(Array(text[start..<end]), wrappers: ["quotes"], valueLimit: 16)
        var count = 0
        while stream.next() != nil { count += 1 }
        #expect(count <= 2 * (end - start) + 2)
      }
    }
  }
}
