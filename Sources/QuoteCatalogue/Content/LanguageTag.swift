// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// The syntax of language tags (RFC 5646, section 2.1), without the registry of what they mean.
package enum LanguageTag {
  /// The tag in the usual case (`zh-Hans-CN`, section 2.1.1), or nil where it is not well-formed.
  ///
  /// Tags grandfathered for their irregular form (`i-klingon`) are not taken; each has a successor.
  package static func canonical(_ tag: String) -> String? {
    guard tag.utf8.count <= QuoteLimits.languageBytes else { return nil }
    let subtags = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    guard subtags.allSatisfy({ (1...8).contains($0.utf8.count) && isAlphanumeric($0) }) else {
      return nil
    }
    var parser = Parser(subtags: subtags)
    guard parser.parse() else { return nil }
    return parser.output.joined(separator: "-")
  }

  /// Whether a quote in `language` is meant by `range`: the same tag, or one below it (RFC 4647,
  /// section 3.3.1). Both in whatever case.
  static func matches(_ language: String, range: String) -> Bool {
    let language = language.lowercased()
    let range = range.lowercased()
    return language == range || language.hasPrefix(range + "-")
  }

  private static func isAlphanumeric(_ subtag: Substring) -> Bool {
    subtag.utf8.allSatisfy { isDigit($0) || isLetter($0) }
  }

  fileprivate static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  fileprivate static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// Walks through the subtags in the order that the grammar has them.
private struct Parser {
  let subtags: [Substring]
  var index = 0
  var output: [String] = []

  init(subtags: [Substring]) { self.subtags = subtags }

  /// Whether all subtags fit the grammar.
  mutating func parse() -> Bool {
    if next(is: { $0 == "x" }) { return privateUse() }
    guard take(where: { Self.letters($0, 2...8) }) else { return false }
    if subtags[0].utf8.count <= 3 {
      var extended = 0
      while extended < 3, take(where: { Self.letters($0, 3...3) }) { extended += 1 }
    }
    _ = take(where: { Self.letters($0, 4...4) }, as: { $0.prefix(1).uppercased() + $0.dropFirst() })
    _ = take(where: { Self.letters($0, 2...2) || Self.digits($0, 3) }, as: { $0.uppercased() })
    while take(where: Self.isVariant) {}
    while next(is: { $0.utf8.count == 1 && $0 != "x" }) {
      guard extensionSubtags() else { return false }
    }
    if next(is: { $0 == "x" }) { return privateUse() }
    return index == subtags.count
  }

  private mutating func extensionSubtags() -> Bool {
    _ = take(where: { _ in true })
    guard take(where: { $0.utf8.count >= 2 }) else { return false }
    while take(where: { $0.utf8.count >= 2 }) {}
    return true
  }

  private mutating func privateUse() -> Bool {
    _ = take(where: { _ in true })
    guard index < subtags.count else { return false }
    while take(where: { _ in true }) {}
    return true
  }

  private func next(is condition: (Substring) -> Bool) -> Bool {
    index < subtags.count && condition(subtags[index])
  }

  private mutating func take(
    where condition: (Substring) -> Bool, as written: (Substring) -> String = { String($0) }
  ) -> Bool {
    guard next(is: condition) else { return false }
    output.append(written(subtags[index]))
    index += 1
    return true
  }

  private static func letters(_ subtag: Substring, _ count: ClosedRange<Int>) -> Bool {
    count.contains(subtag.utf8.count) && subtag.utf8.allSatisfy(LanguageTag.isLetter)
  }

  private static func digits(_ subtag: Substring, _ count: Int) -> Bool {
    subtag.utf8.count == count && subtag.utf8.allSatisfy(LanguageTag.isDigit)
  }

  private static func isVariant(_ subtag: Substring) -> Bool {
    subtag.utf8.count >= 5
      || (subtag.utf8.count == 4 && subtag.utf8.first.map(LanguageTag.isDigit) == true)
  }
}
