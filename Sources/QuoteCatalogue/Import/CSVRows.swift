// SPDX-License-Identifier: Apache-2.0

/// Cuts comma-separated values (RFC 4180) into rows and cells.
///
/// A cell in quotation marks may hold the separator, line breaks and, doubled, quotation marks. Line
/// feeds with or without carriage returns end a row; empty lines are none. A row that breaks these
/// rules is told, and reading goes on at the line below the one that it begins on.
struct CSVRows {
  /// What comes next.
  enum Row: Equatable {
    /// The cells, as bytes, and the line that the row begins on.
    case cells([ArraySlice<UInt8>], line: Int)
    /// A row that can't be taken, and why.
    case refusal(String, line: Int)
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  private var line = 1

  /// How many bytes have been read.
  private(set) var offset: Int

  /// The most bytes of one row.
  private static let rowBytes = 1 << 20

  /// Begins to read at an offset.
  init(_ bytes: [UInt8], separator: UInt8, from offset: Int = 0) {
    self.bytes = bytes
    self.separator = separator
    self.offset = offset
  }

  /// The next row, or nil at the end.
  mutating func next() -> Row? {
    while offset < bytes.count {
      let start = offset
      let startLine = line
      var cells: [ArraySlice<UInt8>] = []
      while true {
        switch cell() {
        case .success(let cell):
          cells.append(cell)
          guard offset < bytes.count, bytes[offset] == separator else { break }
          offset += 1
          if offset == bytes.count { cells.append([]) }
          if offset < bytes.count { continue }
        case .failure(let fault):
          goOn(below: start, startLine)
          return .refusal(fault.reason, line: startLine)
        }
        break
      }
      endRow()
      if cells != [[]] { return .cells(cells, line: startLine) }
    }
    return nil
  }

  private struct Fault: Error {
    let reason: String
  }

  /// Reads one cell up to what ends it.
  private mutating func cell() -> Result<ArraySlice<UInt8>, Fault> {
    guard offset < bytes.count, bytes[offset] == Self.mark else {
      let end =
        bytes[offset...].firstIndex { $0 == separator || $0 == Self.lineFeed } ?? bytes.count
      let isAtLineEnd = end == bytes.count || bytes[end] == Self.lineFeed
      let hasReturn = isAtLineEnd && end > offset && bytes[end - 1] == Self.carriageReturn
      defer { offset = end }
      return .success(bytes[offset..<(hasReturn ? end - 1 : end)])
    }
    return quotedCell()
  }

  private mutating func quotedCell() -> Result<ArraySlice<UInt8>, Fault> {
    let first = offset + 1
    let stop = min(bytes.count, first + Self.rowBytes)
    var content: [UInt8]?  // A copy only where a mark was doubled.
    var start = first
    while let mark = bytes[start..<stop].firstIndex(of: Self.mark) {
      guard mark + 1 < bytes.count, bytes[mark + 1] == Self.mark else {
        line += bytes[first..<mark].count { $0 == Self.lineFeed }
        offset = mark + 1
        if offset < bytes.count, bytes[offset] == Self.carriageReturn { offset += 1 }
        guard offset == bytes.count || [separator, Self.lineFeed].contains(bytes[offset]) else {
          return .failure(
            Fault(
              reason: "Text follows the quotation mark that ends a cell: double the quotation "
                + "marks within a cell."))
        }
        return .success(
          (content.map { $0 + bytes[start..<mark] } ?? Array(bytes[start..<mark]))[...])
      }
      content = (content ?? []) + bytes[start...mark]
      start = mark + 2
    }
    return .failure(
      Fault(
        reason: stop < bytes.count
          ? "A cell takes more than \(Self.rowBytes) bytes, or its quotation mark is never closed."
          : "The quotation mark that a cell begins with is never closed."))
  }

  private mutating func endRow() {
    if offset < bytes.count, bytes[offset] == Self.lineFeed {
      offset += 1
      line += 1
    }
  }

  private mutating func goOn(below start: Int, _ startLine: Int) {
    let end = bytes[start...].firstIndex(of: Self.lineFeed)
    offset = end.map { $0 + 1 } ?? bytes.count
    line = startLine + 1
  }

  private static let mark = UInt8(ascii: "\"")
  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D
}
