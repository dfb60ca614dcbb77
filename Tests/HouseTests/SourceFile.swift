// SPDX-License-Identifier: Apache-2.0

/// A Swift file: what it imports, and its code.
struct SourceFile {
  /// An import and its access level; nil where it has none.
  struct Import {
    let module: String
    let access: String?
  }

  let path: String
  let room: House.Room
  /// The lines of its code, without comments and the insides of strings.
  let code: [Line]
  let imports: [Import]

  /// Takes a file apart.
  init(path: String, room: House.Room, bytes: [UInt8]) {
    self.path = path
    self.room = room
    code = Self.code(of: bytes)
    let pattern =
      #/^\s*(?:@_exported\s+)?(?:(public|package|internal|private|fileprivate)\s+)?import\s+(\w+)/#
    imports = code.compactMap { line in
      guard line.holds("import "), let match = line.text.firstMatch(of: pattern) else { return nil }
      return Import(module: String(match.2), access: match.1.map(String.init))
    }
  }

  /// The lines of a text without comments and without what stands in string literals.
  static func code(of bytes: [UInt8]) -> [Line] {
    var inBlockString = false
    return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { bytes in
      let line = Line(Array(bytes))
      if line.holds("\"\"\"") {
        if line.count(of: "\"\"\"") == 1 { inBlockString.toggle() }
        return Line([])
      }
      return inBlockString ? Line([]) : line.withoutTexts
    }
  }
}

/// A line as bytes: to look for a word in many thousands of them takes no time, where a regular
/// expression takes seconds. So a rule looks for a word first, and at the whole line only then.
struct Line {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the word stands anywhere in it.
  func holds(_ word: StaticString) -> Bool { count(of: word) > 0 }

  /// How often the word stands in it.
  func count(of word: StaticString) -> Int {
    let word = Array(word.description.utf8)
    var count = 0
    var index = 0
    while index + word.count <= bytes.count {
      guard bytes[index] == word[0], bytes[index..<index + word.count].elementsEqual(word) else {
        index += 1
        continue
      }
      count += 1
      index += word.count
    }
    return count
  }

  /// The line with its string literals emptied and without the comment at its end.
  var withoutTexts: Line {
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == byte { break }
      output.append(byte)
      if byte == UInt8(ascii: "\""), let end = endOfLiteral(from: index + 1) {
        output.append(byte)
        index = end
      }
      index += 1
    }
    return Line(output)
  }

  /// Where the literal's closing mark stands; nil where it has none on this line.
  private func endOfLiteral(from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { return index }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
