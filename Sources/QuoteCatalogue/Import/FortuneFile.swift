// SPDX-License-Identifier: Apache-2.0

/// What the place of a fortune file tells of its contents.
struct FortuneFile {
  /// Whether its letters are turned by thirteen places, as those of offensive collections are.
  ///
  /// Known by the name alone: it ends in `-o`, or the file lies in a folder `off`. The contents
  /// can't tell, and an index file (`.dat`) may be missing or of another dialect.
  let isRotated: Bool
  /// The language of its folder (`de/`, `pt-br/`), as the packages of Debian have them; or empty.
  let language: String

  init(path: String) {
    let parts = path.split(separator: "/")
    let folder = parts.dropLast().last.map(String.init) ?? ""
    isRotated = parts.last?.hasSuffix("-o") == true || parts.dropLast().contains("off")
    let subtags = folder.split { $0 == "-" || $0 == "_" }.map { $0.lowercased() }
    let isTag =
      (1...2).contains(subtags.count)
      && subtags.allSatisfy {
        $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x61...0x7A).contains($0) }
      }
    language = isTag ? subtags.joined(separator: "-") : ""
  }

  /// Turns the letters A to Z by thirteen places.
  static func rotate(_ text: String) -> String {
    String(
      decoding: text.utf8.map { byte in
        switch byte | 0x20 {
        case 0x61...0x6D: byte + 13
        case 0x6E...0x7A: byte - 13
        default: byte
        }
      }, as: UTF8.self)
  }

  /// The language of a text whose script has only one that is common; empty for all others.
  static func language(ofScript text: String) -> String {
    var han = 0
    var others = 0
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
      switch scalar.value {
      case 0x3040...0x30FF: return "ja"
      case 0xAC00...0xD7A3: return "ko"
      case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x3FFFD: han += 1
      default: others += 1
      }
    }
    return han > others ? "zh" : ""
  }
}
