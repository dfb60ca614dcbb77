// SPDX-License-Identifier: Apache-2.0

/// What the letters of a text tell against it.
enum WritingCheck {
  /// The first word that mixes scripts whose letters look alike, such as a Latin word with a
  /// Cyrillic `а` in it, which no search finds; nil where there is none.
  static func mixedWord(in text: String) -> (word: String, scripts: [Script])? {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    var word = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.properties.isAlphabetic {
        word.append(scalar)
      } else if !scalar.properties.isDiacritic {
        if let scripts = mixedScripts(of: word) { return (String(word), scripts) }
        word.removeAll()
      }
    }
    return mixedScripts(of: word).map { (String(word), $0) }
  }

  /// The scripts of a word where they are mixed in a way that deceives.
  private static func mixedScripts(of word: String.UnicodeScalarView) -> [Script]? {
    guard word.count > 1 else { return nil }
    var found: Set<Script> = []
    for scalar in word { if let script = Script(of: scalar) { found.insert(script) } }
    let mixed = Script.allCases.filter { resembling.contains($0) && found.contains($0) }
    guard mixed.count > 1 else { return nil }
    // Greek letters stand for quantities beside Latin ones: μm, Δx.
    if mixed == [.latin, .greek] {
      let greek = word.filter { Script(of: $0) == .greek }
      let latin = word.filter { Script(of: $0) == .latin }
      guard greek.allSatisfy(greekLikeLatin.contains) || latin.allSatisfy(latinLikeGreek.contains)
      else { return nil }
    }
    return mixed
  }

  private static let resembling: Set<Script> = [.latin, .greek, .cyrillic, .armenian]
  private static let greekLikeLatin = Set("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧικνορυ".unicodeScalars)
  private static let latinLikeGreek = Set("ABEZHIKMNOPTYXikvopu".unicodeScalars)

  /// The script that most letters of a text are of, where a language is not written in it; nil where
  /// nothing speaks against the language.
  static func scriptAgainst(language: String, in text: String) -> Script? {
    guard let expected = Script.scripts(ofLanguage: language) else { return nil }
    if expected == [.latin], text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    var counts: [Script: Int] = [:]
    for scalar in text.unicodeScalars {
      if let script = Script(of: scalar) { counts[script, default: 0] += 1 }
    }
    let fitting = expected.reduce(0) { $0 + (counts[$1] ?? 0) }
    let others = counts.filter { !expected.contains($0.key) }
    let most = others.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
    guard let most, most.value >= fewestLetters, most.value > fitting else { return nil }
    return most.key
  }

  /// A name or a foreign word alone tells nothing.
  private static let fewestLetters = 4
}
