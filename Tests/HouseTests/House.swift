// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The repository as the tests of the house see it: the manifest's table of floors, and the files.
struct House {
  /// A target of the manifest.
  struct Room {
    let name: String
    /// Nil for tests, which stand beside the floors.
    let floor: Int?
    /// The folder of its sources, from the repository's root.
    let path: String
    let dependencies: Set<String>
  }

  /// The targets of the floors, by name.
  let rooms: [String: Room]
  /// The targets that tests are made of, by name.
  let testRooms: [String: Room]
  /// The targets of each library that the package gives to others, by the library's name.
  let libraries: [String: Set<String>]
  /// All Swift files of the floors and of the tests.
  let files: [SourceFile]
  /// The lines of every file that a person wrote in `Sources` and `clients`, by path.
  let lineCounts: [String: Int]
  /// All tests in Swift.
  let tests: [NamedTest]
  /// The text of `Tests/CHECKLIST.md`.
  let checklist: String

  /// The house is read once, for all tests.
  static func read() throws -> House { try shared.get() }

  private static let shared = Result { try House() }

  /// Reads the repository that this file belongs to.
  private init(file: String = #filePath) throws {
    let root = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let targets = Self.targets(of: manifest)
    rooms = targets.filter { $0.value.floor != nil }
    testRooms = targets.filter { $0.value.floor == nil }
    libraries = Self.libraries(of: manifest)

    var files: [SourceFile] = []
    var tests: [NamedTest] = []
    for room in targets.values.sorted(by: { $0.name < $1.name }) {
      for path in Self.paths(in: room.path, of: root) where path.hasSuffix(".swift") {
        let bytes = try Self.bytes(of: path, in: root)
        files.append(SourceFile(path: path, room: room, bytes: bytes))
        guard room.floor == nil else { continue }
        tests += NamedTest.all(in: String(decoding: bytes, as: UTF8.self), module: room.name)
      }
    }
    self.files = files
    self.tests = tests
    let table = root.appending(path: "Tests/CHECKLIST.md")
    checklist = try String(contentsOf: table, encoding: .utf8)

    var lineCounts: [String: Int] = [:]
    for path in Self.paths(in: "Sources", of: root) + Self.paths(in: "clients", of: root)
    where Self.isWritten(path) {
      lineCounts[path] =
        try Self.bytes(of: path, in: root).split(
          separator: 0x0A, omittingEmptySubsequences: false
        ).count - 1
    }
    self.lineCounts = lineCounts
  }

  private static func libraries(of manifest: String) -> [String: Set<String>] {
    let products = manifest.matches(of: /\.library\(name: "(\w+)", targets: \[([^\]]+)\]\)/)
    return Dictionary(
      uniqueKeysWithValues: products.map { product in
        (String(product.1), Set(product.2.matches(of: /"(\w+)"/).map { String($0.1) }))
      })
  }

  /// A library's modules: its targets, and all that they need.
  func closure(of library: String) -> Set<String> {
    var closure: Set<String> = []
    var rest = libraries[library] ?? []
    while let name = rest.popFirst() {
      guard closure.insert(name).inserted else { continue }
      rest.formUnion(rooms[name]?.dependencies ?? [])
    }
    return closure
  }

  private static func bytes(of path: String, in root: URL) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }

  private static func paths(in folder: String, of root: URL) -> [String] {
    let enumerator = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (enumerator?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
  }

  /// Code that is neither generated nor data.
  private static func isWritten(_ path: String) -> Bool {
    [".swift", ".c", ".h", ".py"].contains(where: path.hasSuffix)
      && !path.hasPrefix("Sources/CQuoteProto/")
  }

  /// Reads the table of floors: calls of `library`, `room`, `program`, `.target`, `.systemLibrary`
  /// and `tests`, each with its name first and its dependencies in brackets last.
  private static func targets(of manifest: String) -> [String: Room] {
    var rooms: [String: Room] = [:]
    let sections = manifest.split(separator: "\nlet ").filter { $0.contains(": [Target] = [") }
    for section in sections {
      let floor = section.firstMatch(of: /^floor(\d)/).flatMap { Int($0.1) }
      let calls = section.matches(
        of: /(library|room|program|tests|\.target|\.systemLibrary)\(\s*(?:name: )?"(\w+)"([^)]*)\)/)
      for call in calls {
        let name = String(call.2)
        let rest = String(call.3)
        let folder = floor == nil ? "Tests" : "Sources"
        let path =
          rest.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) } ?? "\(folder)/\(name)"
        let list = rest.replacing(/(exclude|cSettings|resources): \[[^\]]*\]/, with: "")
        let dependencies = list.matches(of: /\[([^\]]*)\]/).last.map { match in
          Set(match.1.matches(of: /"(\w+)"/).map { String($0.1) })
        }
        rooms[name] = Room(name: name, floor: floor, path: path, dependencies: dependencies ?? [])
      }
    }
    return rooms
  }
}
