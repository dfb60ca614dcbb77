// SPDX-License-Identifier: Apache-2.0

extension FortuneAttribution {
  /// Makes out name and source of the lines after the dashes, and of a remark in brackets.
  init(credits: [Substring], remark: String) {
    let first = FortuneCredit(credits.first ?? "")
    creator = first.creator
    var sources = [first.source]
    for other in credits.dropFirst() {
      if other.hasPrefix("《") {
        // The chapter is named first, then the book.
        sources = [FortuneCredit.title(other), creator] + sources
        creator = ""
      } else {
        sources.append(String(other))
      }
    }
    isMisattributed = Self.disclaimers.contains { remark.lowercased().contains($0) }
    sources.append(remark)
    source = sources.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static let disclaimers = ["falsch zugeordnet", "misattributed", "wrongly attributed"]
}

/// What stands after the dash of an attribution, as name and source.
struct FortuneCredit: Hashable {
  let creator: String
  let source: String

  /// `Name, "Work", place` · `Name 《Work》` · `"Work"` · `Name (Work)` · `Name, what he did` ·
  /// `from a work` · `Name`.
  ///
  /// Where it can't be told whether what follows a comma is a work or belongs to the name, as in
  /// `Camillo Benso, Count of Cavour`, it stays with the name.
  init(_ credit: Substring) {
    let credit = Self.singleSpaced(credit)
    let split = Self.workStart(in: credit) ?? Self.remarkStart(in: credit)
    var name = (split.map { credit[..<$0] } ?? credit[...]).trimmed
    var source = Self.title(split.map { credit[$0...] } ?? "")
    if source.isEmpty, let parentheses = Self.parentheses(at: name), parentheses.isWork {
      source = Self.title(parentheses.inside)
      name = parentheses.before
    }
    for word in ["from ", "From "] where name.hasPrefix(word) {
      name = name.dropFirst(word.count)
      guard source.isEmpty else { continue }
      source = String(name)
      name = ""
    }
    creator = Self.name(name)
    self.source = source
  }

  /// A name without what is not of it: `by`, years of life, a comma or a full stop at the end;
  /// empty for those that say that nobody knows.
  static func name(_ text: Substring) -> String {
    var name = text.trimmed
    while let last = name.last, ",，;:".contains(last) { name = name.dropLast().trimmed }
    if name.hasPrefix("by ") { name = name.dropFirst(3).trimmed }
    if let parentheses = parentheses(at: name), parentheses.areYears { name = parentheses.before }
    // Initials and `Jr.` keep theirs.
    let lastWord = name.split(separator: " ").last ?? ""
    if lastWord.count > 4, lastWord.hasSuffix("."), !lastWord.dropLast().contains(".") {
      name = name.dropLast()
    }
    return isNobody(String(name)) ? "" : String(name)
  }

  /// Whether a name says that nobody knows who said it.
  static func isNobody(_ name: String) -> Bool { nobody.contains(name.lowercased()) }

  /// What stands in parentheses at the end of a name.
  private struct Parentheses {
    let before: Substring
    let inside: Substring

    /// `(1925-1983)`, `(45-125 n.Chr.)`, `（９４６－９９９）`: a span of time.
    var areYears: Bool {
      let words = inside.split { !$0.isLetter && !$0.isNumber }
      return inside.contains { "-–—－～".contains($0) } && inside.contains(where: \.isNumber)
        && words.allSatisfy { word in
          word.allSatisfy(\.isNumber) || Self.eras.contains(word.lowercased())
        }
    }

    /// Not another name, an abbreviation or a year, and not what stands beside Chinese characters.
    var isWork: Bool {
      guard let first = inside.first,
        first.isUppercase || first.isLowercase || "\"„“«".contains(first)
      else { return false }
      let start = inside.lowercased()
      return inside.count > 3 && inside.contains(where: \.isLowercase) && !areYears
        && !Self.otherNames.contains(where: start.hasPrefix)
    }

    private static let eras: Set<String> = [
      "ad", "b", "bc", "bce", "c", "ca", "ce", "chr", "d", "n", "u", "um", "v", "z",
    ]
    private static let otherNames = [
      "a.k.a", "aka", "alias", "eig.", "eigentl", "eigl", "geb", "gen.", "genannt", "né", "pseud",
      "recte",
      "ret.",
    ]
  }

  private static func parentheses(at name: Substring) -> Parentheses? {
    guard let last = name.last, ")）".contains(last),
      let open = name.lastIndex(where: { $0 == "(" || $0 == "（" })
    else { return nil }
    let before = name[..<open].trimmed
    guard !before.isEmpty else { return nil }
    return Parentheses(before: before, inside: name[name.index(after: open)...].dropLast().trimmed)
  }

  /// A source without the quotation marks around its title: `"Hamlet", act 2` is `Hamlet, act 2`.
  static func title(_ text: Substring) -> String {
    let text = text.trimmed
    guard let open = text.first, let close = marks[open],
      let end = text.dropFirst().firstIndex(of: close)
    else { return String(text) }
    var title = text[text.index(after: text.startIndex)..<end]
    let rest = text[text.index(after: end)...]
    guard open != "《" || rest.isEmpty, rest.first.map({ ", .;:(".contains($0) }) ?? true else {
      return String(text)
    }
    if rest.isEmpty, title.last == "," { title = title.dropLast() }
    return String(title) + rest
  }

  /// Where a title in quotation marks begins that is not a nickname.
  private static func workStart(in credit: String) -> String.Index? {
    for index in credit.indices {
      guard let close = marks[credit[index]] else { continue }
      let before = credit[..<index].trimmed
      let after = credit[credit.index(after: index)...]
      guard let end = after.firstIndex(of: close) else {
        return before.last == "," ? index : nil
      }
      let rest = after[after.index(after: end)...].trimmed
      let endsThere = rest.isEmpty || rest.first.map { ",.;:(".contains($0) } == true
      if before.last == "," || credit[index] == "《" { return index }
      if endsThere, before.isEmpty || after[..<end].contains(" ") { return index }
      if before.isEmpty { return nil }  // A nickname that the name begins with.
    }
    return nil
  }

  /// Where something begins that can't be of the name: after a comma, a lowercase word, an article
  /// or anything with a number in it.
  private static func remarkStart(in credit: String) -> String.Index? {
    var depth = 0
    let comma = credit.firstIndex { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return character == "," && depth <= 0
    }
    guard let comma else { return nil }
    let rest = credit[credit.index(after: comma)...].trimmed
    guard let first = rest.first, !credit[..<comma].trimmed.isEmpty else { return nil }
    let isRemark =
      first.isLowercase || rest.contains(where: \.isNumber)
      || articles.contains { rest.hasPrefix($0) }
    return isRemark ? rest.startIndex : nil
  }

  private static func singleSpaced(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let marks: [Character: Character] = [
    "\"": "\"", "“": "”", "„": "“", "«": "»", "《": "》", "_": "_",
  ]
  private static let articles = ["The ", "A ", "An ", "Der ", "Die ", "Das ", "Le ", "La ", "Les "]
  private static let nobody: Set<String> = [
    "anon", "anon.", "anonym", "anonymous", "author unknown", "unknown", "unknown author",
    "unbekannt", "unbekannter autor", "autor unbekannt", "n.n.", "неизвестный", "неизвестный автор",
    "佚名", "无名氏",
  ]
}
