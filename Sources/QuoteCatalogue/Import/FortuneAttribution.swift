// SPDX-License-Identifier: Apache-2.0

/// Who said it and where, as an entry of a fortune file tells in its last lines, or its first.
struct FortuneAttribution: Hashable {
  var creator = ""
  var source = ""
  /// Whether the entry says that the creator never said it.
  var isMisattributed = false
}

/// What was found at the end of an entry.
enum FortuneEnding: Hashable {
  /// No attribution: all is text.
  case text
  /// One attribution, taken off the lines.
  case attributed(FortuneAttribution)
  /// Several, each to a quote of its own; the lines are left as they are.
  case several
}

extension FortuneAttribution {
  /// Takes the attribution off an entry's lines.
  ///
  /// It begins on an indented line with `--`, `—`, `–` or `－`, on a line indented by a tabulator
  /// with `-`, or on a line that is not indented with one of these and a blank. More lines may
  /// follow that are indented as far, and a remark in brackets. Two such lines, one right below
  /// the other, are one attribution; more of them are a list. It may also end the last line, after
  /// two blanks or a quotation mark. Chinese poems have title and author in their first two lines.
  static func take(from lines: inout [Substring]) -> FortuneEnding {
    if let title = takeTitle(from: &lines) { return .attributed(title) }
    let openings = lines.indices.compactMap { index in
      FortuneOpening(lines[index]).map { (index: index, opening: $0) }
    }
    // Speakers of a dialogue begin their lines with dashes, too.
    let candidates = openings.filter { candidate in
      candidate.opening.indentation > 0 || openings.count == 1
    }
    guard let first = candidates.first, let last = candidates.last else {
      return takeInline(from: &lines).map { .attributed($0) } ?? .text
    }
    guard last.index - first.index == candidates.count - 1 else { return .several }
    guard first.index > 0, candidates.count <= 2 else { return .text }
    guard let more = Continuation(lines[(last.index + 1)...], below: last.opening.indentation)
    else {
      return candidates.count > 1 ? .several : .text
    }
    lines.removeSubrange(first.index...)
    var credits = candidates.map(\.opening.credit)
    credits[credits.count - 1] = more.appended(to: last.opening.credit)
    return .attributed(FortuneAttribution(credits: credits, remark: more.remark))
  }

  /// `… what was said.  -- Name` at the end of the last line.
  private static func takeInline(from lines: inout [Substring]) -> FortuneAttribution? {
    guard let line = lines.last, line.utf8.count <= 400, line.contains("--"),
      let match = line.wholeMatch(of: /(.*[.!?"”'’…)])(\s+)--\s+(\p{Lu}[^!?]{2,60})/),
      match.2.count > 1 || "\"”".contains(match.1.last ?? " "), !match.1.contains("--")
    else { return nil }
    lines[lines.count - 1] = match.1
    return FortuneAttribution(credits: [match.3], remark: "")
  }

  /// `《Title》` and, below it, `作者：Author`.
  private static func takeTitle(from lines: inout [Substring]) -> FortuneAttribution? {
    guard lines.count > 2 else { return nil }
    var title = lines[0].trimmed
    for label in ["题目:", "题目："] where title.hasPrefix(label) {
      title = title.dropFirst(label.count)
    }
    let author = lines[1].trimmed
    guard title.hasPrefix("《"), let label = ["作者:", "作者："].first(where: author.hasPrefix) else {
      return nil
    }
    lines.removeFirst(2)
    var attribution = FortuneAttribution(credits: [title], remark: "")
    attribution.creator = FortuneCredit.name(author.dropFirst(label.count))
    return attribution
  }
}

/// A line that an attribution begins with.
struct FortuneOpening: Hashable {
  /// The columns before the dash.
  let indentation: Int
  /// What stands after the dash; may be empty.
  let credit: Substring

  /// Nil where the line is none.
  init?(_ line: Substring) {
    let dashes = line.drop(while: \.isWhitespace)
    let afterDashes = dashes.drop { Self.isDash($0) }
    let run = dashes[..<afterDashes.startIndex]
    guard !run.isEmpty else { return nil }
    indentation = line.columnsOfIndentation
    credit = afterDashes.trimmed
    let isHyphen = run == "-"
    guard let start = credit.first else {
      // A dash and nobody: taken off, as there is nothing to tell.
      if indentation < 8 || isHyphen { return nil }
      return
    }
    guard credit.count <= Self.longestCredit, !Self.isDash(credit.last ?? " "),
      start.isLetter || start.isNumber || "\"'`“„«‘《(（[_*#".contains(start),
      credit.contains(where: \.isLetter)
    else { return nil }
    if isHyphen {
      guard indentation >= 8, start.isLetter || afterDashes.first == " " else { return nil }
    }
    if indentation == 0 { guard afterDashes.first == " " else { return nil } }
    if indentation == 0, ".!?…。".contains(credit.last ?? " ") { return nil }
  }

  private static func isDash(_ character: Character) -> Bool { "-–—―－─".contains(character) }

  /// Longer lines are prose.
  private static let longestCredit = 100
}

/// The lines below the first of an attribution.
private struct Continuation {
  private(set) var lines: [Substring] = []
  /// What stands in brackets at the end, without them.
  private(set) var remark = ""

  /// Nil where the lines are not of the attribution.
  init?(_ rest: ArraySlice<Substring>, below indentation: Int) {
    var rest = rest
    // Prose goes on below a dash that is not indented.
    let least = max(1, indentation)
    while let line = rest.first, !line.trimmed.isEmpty, line.columnsOfIndentation >= least,
      !"([".contains(line.trimmed.first ?? " ")
    {
      guard lines.count < Self.mostLines else { return nil }
      lines.append(line.trimmed)
      rest.removeFirst()
    }
    let words = rest.map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
    guard !words.isEmpty else { return }
    guard
      (words.hasPrefix("(") && words.hasSuffix(")"))
        || (words.hasPrefix("[") && words.hasSuffix("]"))
    else { return nil }
    // What an editor of the collection thought of it is not about the source.
    if words.hasPrefix("("), words.dropFirst().dropLast().allSatisfy({ $0 != "(" }) {
      remark = String(words.dropFirst().dropLast())
    } else if words.hasPrefix("(") || words.hasPrefix("[Quoted") {
      remark = words
    }
  }

  /// Longer attributions are prose.
  private static let mostLines = 4

  /// A title on a line of its own needs the comma that the line break stood for.
  func appended(to credit: Substring) -> Substring {
    lines.reduce(credit) { joined, line in
      let needsComma = line.hasPrefix("\"") && !joined.hasSuffix(",") && !joined.contains("\"")
      return joined + (needsComma ? ", " : " ") + line
    }
  }
}

extension Substring {
  /// Without white space at its ends.
  var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...end]
  }

  /// The columns of white space that it begins with; tabulators stand every eight columns.
  var columnsOfIndentation: Int {
    var columns = 0
    for character in self {
      switch character {
      case " ": columns += 1
      case "\t": columns += 8 - columns % 8
      case "\u{3000}": columns += 2
      default: return columns
      }
    }
    return columns
  }
}
