// SPDX-License-Identifier: Apache-2.0

/// Walks through the values of a text, one at a time, so that only one of them is in memory as a
/// tree: a tree takes ten times the bytes of its text.
///
/// The text is one array, whose elements are the values; or values one after another, parted by
/// white space or nothing (JSON Lines among them); or an object around such an array. What can't be
/// read is told with its line, and reading goes on behind it: behind the value where its brackets
/// show where it ends, else at the next line that begins with a brace.
package struct JSONStream {
  /// What comes next.
  package enum Item: Equatable, Sendable {
    /// A value, and the line it begins on.
    case value(JSONValue, line: Int)
    /// A value that can't be taken; the error's line is the file's.
    case refusal(JSONError)
    /// The rest of the text, from this line on, can't be told apart and is lost.
    case lost(line: Int)
    /// The text is not quite JSON, though nothing of it is lost: what is wrong, as a sentence.
    case blemish(String, line: Int)
  }

  /// Where in the text the next value is.
  private enum Place {
    case top
    /// In an array at the top, or in one that an object at the top holds.
    case array(isWrapped: Bool)
    /// Behind what could not be told apart any more.
    case lost
    case end
  }

  /// What may follow in an array.
  private enum Comma {
    case notYet
    case due
    case seen
  }

  private let scanner: JSONScanner
  private let wrappers: [[UInt8]]
  private let valueLimit: Int
  private var place = Place.top
  private var comma = Comma.notYet
  private var line = 1

  /// How many bytes have been read.
  package private(set) var offset = 0

  /// Begins to read.
  /// - Parameters:
  ///   - wrappers: Names under which an object at the top may hold the array that is meant.
  ///   - valueLimit: The most bytes of one value.
  package init(_ bytes: [UInt8], wrappers: [String], valueLimit: Int) {
    scanner = JSONScanner(bytes)
    self.wrappers = wrappers.map { Array($0.utf8) }
    self.valueLimit = valueLimit
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// The next value or what is wrong, or nil at the end.
  package mutating func next() -> Item? {
    while true {
      advance(to: scanner.pastBlanks(from: offset))
      switch place {
      case .top:
        guard let byte = scanner[offset] else { return nil }
        if byte == UInt8(ascii: "[") {
          open(at: offset + 1, isWrapped: false)
        } else if let inside = scanner.insideWrapper(at: offset, wrappers, limit: valueLimit) {
          open(at: inside, isWrapped: true)
        } else {
          return readValue()
        }
      case .array(let isWrapped):
        guard let byte = scanner[offset] else {
          place = .end
          return .blemish("The text ends within its array: some of it may be missing.", line: line)
        }
        if let item = step(byte, isWrapped: isWrapped) { return item }
      case .lost:
        place = .end
        return .lost(line: line)
      case .end: return nil
      }
    }
  }

  /// Goes on in an array by a comma, its end or a value.
  private mutating func step(_ byte: UInt8, isWrapped: Bool) -> Item? {
    switch (byte, comma) {
    case (UInt8(ascii: "]"), _):
      let isSurplus = comma == .seen
      close(isWrapped: isWrapped)
      return isSurplus ? .blemish("A comma stands before the array's end.", line: line) : nil
    case (UInt8(ascii: ","), .due):
      comma = .seen
      advance(to: offset + 1)
      return nil
    case (UInt8(ascii: ","), _):
      advance(to: offset + 1)
      return .blemish("A comma stands where a value should be.", line: line)
    case (_, .due):
      comma = .notYet
      return .blemish("A comma is missing before this value.", line: line)
    default:
      comma = .due
      return readValue()
    }
  }

  private mutating func readValue() -> Item {
    let start = offset
    let startLine = line
    switch scanner.value(from: start, limit: valueLimit) {
    case .closed(let end):
      advance(to: end)
      do throws(JSONError) {
        return .value(try JSONValue(reading: scanner.bytes[start..<end]), line: startLine)
      } catch {
        return .refusal(error.moved(by: startLine - 1))
      }
    case .brokenText(let position):
      let lines = scanner.lineFeeds(in: start..<position)
      return recover(
        JSONError(.syntax("a text does not end on its line"), line: startLine + lines, column: 0))
    case .mismatched(let position):
      let lines = scanner.lineFeeds(in: start..<position)
      return recover(
        JSONError(
          .syntax("a bracket closes what was not opened"), line: startLine + lines, column: 0))
    case .tooLong:
      return recover(JSONError(.tooLarge(limit: valueLimit), line: startLine, column: 0))
    case .unclosed:
      return recover(JSONError(.incomplete, line: startLine, column: 0))
    }
  }

  /// Goes on at the next line that begins with a brace: there is no telling where this value ends.
  private mutating func recover(_ error: JSONError) -> Item {
    comma = .notYet
    if let next = scanner.lineWithBrace(after: offset) {
      advance(to: next)
    } else {
      if case .array = place { place = .lost } else { place = .end }
      advance(to: scanner.bytes.count)
    }
    return .refusal(error)
  }

  private mutating func open(at position: Int, isWrapped: Bool) {
    advance(to: position)
    place = .array(isWrapped: isWrapped)
    comma = .notYet
  }

  private mutating func close(isWrapped: Bool) {
    place = .top
    advance(to: offset + 1)
    // What else the object holds, such as the next page's token, is of no interest.
    if isWrapped { advance(to: scanner.endOfObject(from: offset) ?? scanner.bytes.count) }
  }

  private mutating func advance(to position: Int) {
    line += scanner.lineFeeds(in: offset..<position)
    offset = position
  }
}
