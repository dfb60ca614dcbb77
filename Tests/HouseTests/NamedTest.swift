// SPDX-License-Identifier: Apache-2.0

/// A test as its source shows it.
struct NamedTest: Hashable {
  /// The module, the suite and the function, as the tests' table writes them.
  let reference: String
  /// What the test says of itself.
  let displayName: String

  /// The numbers of the checklist that the display name begins with, such as `R8`.
  var numbers: [String] {
    guard let match = displayName.prefixMatch(of: #/(R\d+(?:, R\d+)*): /#) else { return [] }
    return match.1.split(separator: ", ").map(String.init)
  }

  /// The tests in a file of a module.
  static func all(in text: String, module: String) -> [NamedTest] {
    var tests: [NamedTest] = []
    let suiteBegin = /(?:private |final |@MainActor )*(?:struct|class|actor|enum|extension) (\w+)/
    var suite = ""
    // What of the attribute has been read whose function has yet to come.
    var attribute: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      // To look for a byte first takes less time by far than to look by an expression.
      if line.utf8.first != UInt8(ascii: " "), let match = line.prefixMatch(of: suiteBegin) {
        suite = String(match.1)
      }
      if attribute == nil, line.utf8.contains(UInt8(ascii: "@")),
        line.prefixMatch(of: /\s+@Test\b/) != nil
      {
        attribute = ""
      }
      guard let begun = attribute else { continue }
      let whole = begun + line + "\n"
      attribute = whole
      guard let function = line.firstMatch(of: /\bfunc (\w+)\(/) else { continue }
      let name = whole.firstMatch(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/).map { String($0.1) }
      tests.append(
        NamedTest(reference: "\(module)/\(suite)/\(function.1)", displayName: name ?? ""))
      attribute = nil
    }
    return tests
  }
}
