// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The repository as the tests of the house see it: the manifest's table of floors, and the files.
struct House {
  /// A target of the manifest's floors.
  struct Room {
    let name: String
    let floor: Int
    /// The folder of its sources, from the repository's root.
    let path: String
    let dependencies: Set<String>
  }

  /// A Swift file and the lines of its code, without comments and the insides of strings.
  struct SourceFile {
    let path: String
    let room: Room
    let code: [String]
  }

  let root: URL
  let rooms: [String: Room]
  /// The targets that the manifest's tests are made of, with what each depends on.
  let testTargets: [String: Set<String>]

  /// Reads the repository that this file belongs to.
  init(file: String = #filePath) throws {
    root = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    (rooms, testTargets) = Self.read(manifest)
  }

  /// All Swift files of the floors.
  func files() throws -> [SourceFile] {
    try rooms.values.sorted { $0.name < $1.name }.flatMap { room in
      let folder = root.appending(path: room.path)
      let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      return try (enumerator?.compactMap { $0 as? URL } ?? [])
        .filter { $0.pathExtension == "swift" }
        .map { url in
          let text = try String(contentsOf: url, encoding: .utf8)
          let path = url.path.replacing(root.path + "/", with: "")
          return SourceFile(path: path, room: room, code: Self.code(of: text))
        }
    }
  }

  /// Reads the table of floors: calls of `library`, `room`, `program`, `.target` and `tests`, each
  /// with its name first and its dependencies in brackets last.
  private static func read(_ manifest: String) -> ([String: Room], [String: Set<String>]) {
    var rooms: [String: Room] = [:]
    var tests: [String: Set<String>] = [:]
    let sections = manifest.split(separator: "\nlet ").filter { $0.contains(": [Target] = [") }
    for section in sections {
      let floor = section.firstMatch(of: /^floor(\d)/).flatMap { Int($0.1) }
      let calls = section.matches(
        of: /(library|room|program|tests|\.target)\(\s*(?:name: )?"(\w+)"([^)]*)\)/)
      for call in calls {
        let name = String(call.2)
        let rest = String(call.3)
        let path = rest.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) } ?? "Sources/\(name)"
        let list = rest.replacing(/(exclude|cSettings|resources): \[[^\]]*\]/, with: "")
        let dependencies = list.matches(of: /\[([^\]]*)\]/).last.map { match in
          Set(match.1.matches(of: /"(\w+)"/).map { String($0.1) })
        }
        if let floor {
          rooms[name] = Room(
            name: name, floor: floor, path: path, dependencies: dependencies ?? [])
        } else if call.1 == "tests" {
          tests[name] = dependencies ?? []
        }
      }
    }
    return (rooms, tests)
  }

  /// The lines of a file without comments and without what stands in string literals.
  static func code(of text: String) -> [String] {
    var inBlockString = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isDelimiter = line.contains("\"\"\"")
      if isDelimiter, line.matches(of: /"""/).count == 1 { inBlockString.toggle() }
      if inBlockString || isDelimiter { return "" }
      guard line.utf8.contains(0x22) || line.contains("//") else { return String(line) }
      return String(line).replacing(/"(?:[^"\\]|\\.)*"/, with: "\"\"")
        .replacing(/\/\/.*$/, with: "")
    }
  }
}
