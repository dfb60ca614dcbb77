// SPDX-License-Identifier: Apache-2.0

/// Finds where JSON values end by their brackets and quotation marks alone; whether they are
/// right is for the reader of each value to say.
struct JSONScanner: Sendable {
  /// How a value ends.
  enum Extent: Equatable {
    /// Before this offset.
    case closed(Int)
    /// A text in it has a line feed, here, which no text may have.
    case brokenText(Int)
    /// A bracket closes another kind than was opened last, here.
    case mismatched(Int)
    /// It is longer than the limit.
    case tooLong
    /// Not before the end of the file.
    case unclosed
  }

  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The byte at an offset, or nil at the end.
  subscript(offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// The offset of the first byte, from one on, that is no white space.
  func pastBlanks(from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, Self.isBlank(bytes[offset]) { offset += 1 }
    return offset
  }

  /// How many line feeds there are.
  func lineFeeds(in range: Range<Int>) -> Int {
    var count = 0
    for offset in range where bytes[offset] == 0x0A { count += 1 }
    return count
  }

  /// Where the value ends that begins at an offset.
  func value(from start: Int, limit: Int) -> Extent {
    let stop = min(bytes.count, start + limit)
    let overrun: Extent = stop < bytes.count ? .tooLong : .unclosed
    // The brackets that are due, the next one last.
    var due: [UInt8] = []
    var offset = start
    while offset < stop {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        switch text(from: offset, stop: stop) {
        case .closed(let end): offset = end - 1
        case let other: return other == .unclosed ? overrun : other
        }
      case UInt8(ascii: "{"): due.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): due.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // One that nothing was opened for stands for itself.
        guard due.isEmpty || due.popLast() == bytes[offset] else { return .mismatched(offset) }
      default:
        if due.isEmpty {
          // A number or a word: it ends where something else begins.
          let end = endOfWord(from: offset)
          return end - start <= limit ? .closed(end) : .tooLong
        }
      }
      offset += 1
      if due.isEmpty { return .closed(offset) }
    }
    return overrun
  }

  /// Where the array begins that an object holds under one of the names, before any object of its
  /// own; nil where this is no such object. The array must hold objects or nothing.
  func insideWrapper(at start: Int, _ names: [[UInt8]], limit: Int) -> Int? {
    guard self[start] == UInt8(ascii: "{") else { return nil }
    var offset = pastBlanks(from: start + 1)
    while offset < min(bytes.count, start + limit), bytes[offset] == UInt8(ascii: "\"") {
      guard case .closed(let nameEnd) = text(from: offset, stop: bytes.count) else { return nil }
      let name = bytes[offset + 1..<nameEnd - 1]
      let colon = pastBlanks(from: nameEnd)
      guard self[colon] == UInt8(ascii: ":") else { return nil }
      let member = pastBlanks(from: colon + 1)
      if self[member] == UInt8(ascii: "["), names.contains(where: { $0[...] == name }) {
        let first = self[pastBlanks(from: member + 1)]
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "]") ? member + 1 : nil
      }
      guard self[member] != UInt8(ascii: "{"),
        case .closed(let end) = value(from: member, limit: limit)
      else { return nil }
      let comma = pastBlanks(from: end)
      guard self[comma] == UInt8(ascii: ",") else { return nil }
      offset = pastBlanks(from: comma + 1)
    }
    return nil
  }

  /// Where the object ends in which an offset lies, between two members.
  func endOfObject(from start: Int) -> Int? {
    var offset = start
    while offset < bytes.count {
      offset = pastBlanks(from: offset)
      switch self[offset] {
      case UInt8(ascii: "}"): return offset + 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): offset += 1
      case nil: return nil
      default:
        guard case .closed(let end) = value(from: offset, limit: bytes.count) else { return nil }
        offset = max(end, offset + 1)
      }
    }
    return nil
  }

  /// The offset of the first brace that begins a line, blanks aside, below the line of an offset.
  func lineWithBrace(after start: Int) -> Int? {
    var offset = start
    while let lineFeed = bytes[offset...].firstIndex(of: 0x0A) {
      offset = pastBlanks(from: lineFeed + 1)
      if self[offset] == UInt8(ascii: "{") { return offset }
    }
    return nil
  }

  /// Where the text in quotation marks ends that begins at an offset.
  private func text(from start: Int, stop: Int) -> Extent {
    var offset = start + 1
    while offset < stop {
      switch bytes[offset] {
      case UInt8(ascii: "\""): return .closed(offset + 1)
      case UInt8(ascii: "\\"): offset += 2
      case 0x0A: return .brokenText(offset)
      default: offset += 1
      }
    }
    return .unclosed
  }

  /// At least one byte, so that reading goes on whatever it is.
  private func endOfWord(from start: Int) -> Int {
    var offset = start
    while offset < bytes.count, !Self.isBlank(bytes[offset]),
      !",]}{[\"".utf8.contains(bytes[offset])
    {
      offset += 1
    }
    return max(offset, start + 1)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
