// SPDX-License-Identifier: Apache-2.0

/// The table in `Tests/CHECKLIST.md` of what gRPC demands and which tests hold it.
struct ChecklistTable {
  /// Who holds one side of a demand.
  enum Side: Equatable {
    /// These tests.
    case tests([String])
    /// Nobody has to, for this reason.
    case none(reason: String)
    /// The cell is none of both.
    case unreadable(String)
  }

  struct Row {
    let number: String
    let demand: String
    let source: String
    let server: Side
    let client: Side

    /// The tests of both sides.
    var tests: [String] {
      [server, client].flatMap { side -> [String] in
        if case .tests(let tests) = side { return tests }
        return []
      }
    }
  }

  let rows: [Row]

  /// Reads the rows that begin with a number.
  init(_ text: String) {
    rows = text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { String($0.trimming(while: \.isWhitespace)) }
      guard cells.count == 7, cells[1].wholeMatch(of: /R\d+/) != nil else { return nil }
      return Row(
        number: cells[1], demand: cells[2], source: cells[3], server: Self.side(cells[4]),
        client: Self.side(cells[5]))
    }
  }

  private static func side(_ cell: String) -> Side {
    if cell.hasPrefix("— ") { return .none(reason: String(cell.dropFirst(2))) }
    let tests = cell.split(separator: "<br>").map { $0.trimming(while: \.isWhitespace) }
    let names = tests.compactMap { test in
      test.wholeMatch(of: /`(\w+\/\w+\/\w+)`/).map { String($0.1) }
    }
    guard !names.isEmpty, names.count == tests.count else { return .unreadable(cell) }
    return .tests(names)
  }
}

extension StringProtocol {
  fileprivate func trimming(while isLeftOut: (Character) -> Bool) -> SubSequence {
    var part = drop(while: isLeftOut)
    while let last = part.last, isLeftOut(last) { part.removeLast() }
    return part
  }
}
