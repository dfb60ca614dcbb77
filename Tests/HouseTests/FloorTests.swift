// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Testing

@Suite("The house")
struct FloorTests {
  private let house: House
  private let files: [House.SourceFile]

  /// Read once for all tests.
  private static let read = Result { () throws -> (House, [House.SourceFile]) in
    let house = try House()
    return (house, try house.files())
  }

  init() throws { (house, files) = try Self.read.get() }

  /// What comes with the toolchain, and from which floor on it may be used.
  private static let toolchain = [
    "Synchronization": 1, "Glibc": 2, "Darwin": 2, "Foundation": 5,
  ]

  @Test("is read from the manifest in full")
  func isRead() {
    #expect(house.rooms.count >= 24)
    #expect(files.count >= 60)
    for floor in 0...5 { #expect(house.rooms.values.contains { $0.floor == floor }) }
  }

  @Test("has each module depend only on floors below its own")
  func dependencies() {
    for room in house.rooms.values {
      for name in room.dependencies {
        guard let other = house.rooms[name] else {
          Issue.record("\(room.name) depends on \(name), which is on no floor.")
          continue
        }
        #expect(other.floor < room.floor, "\(room.name) must not depend on \(name).")
      }
    }
  }

  @Test("keeps the RPC family free of any Quote module")
  func families() {
    for room in house.rooms.values where room.name.hasPrefix("RPC") {
      for name in room.dependencies {
        #expect(
          !name.hasPrefix("Quote") && !name.hasPrefix("CQuote"),
          "\(room.name) serves any service and may not know \(name).")
      }
    }
  }

  @Test("imports only what a target declares, each with its access level")
  func imports() {
    let pattern =
      #/^\s*(?:@_exported\s+)?(?:(public|package|internal|private|fileprivate)\s+)?import\s+(\w+)/#
    for file in files {
      for line in file.code {
        guard let match = line.firstMatch(of: pattern) else { continue }
        let name = String(match.2)
        #expect(match.1 != nil, "\(file.path) imports \(name) without an access level.")
        if let floor = Self.toolchain[name] {
          #expect(file.room.floor >= floor, "\(file.path) may not import \(name).")
        } else {
          #expect(
            file.room.dependencies.contains(name),
            "\(file.path) imports \(name), which \(file.room.name) does not declare.")
        }
      }
    }
  }

  @Test("uses what it declares")
  func declared() {
    for room in house.rooms.values where room.floor > 0 {
      let imported = Set(
        files.filter { $0.room.name == room.name }.flatMap { file in
          file.code.compactMap { $0.firstMatch(of: /import\s+(\w+)/).map { String($0.1) } }
        })
      for name in room.dependencies {
        #expect(imported.contains(name), "\(room.name) declares \(name) and never imports it.")
      }
    }
  }

  @Test("keeps unsafe code on floor 2")
  func unsafe() {
    for file in files where file.room.floor != 2 {
      for (number, line) in file.code.enumerated()
      where line.contains(/\bunsafe\b|\bUnsafe\w+Pointer\b|@unsafe|@safe\b/) {
        guard !Exceptions.allow(file.path, line) else { continue }
        Issue.record("\(file.path):\(number + 1) is unsafe above floor 2: \(line)")
      }
    }
  }

  @Test("has none of the words that house style bans")
  func bannedWords() {
    let banned =
      #/\btry!|\bas!|@unchecked\s+Sendable|\bnonisolated\(unsafe\)|\bAny\b|@testable|[\w)\]]!(?:[.,;)\s]|$)/#
    for file in files {
      for (number, line) in file.code.enumerated() where line.contains(banned) {
        guard !Exceptions.allow(file.path, line) else { continue }
        Issue.record("\(file.path):\(number + 1) uses a banned word: \(line)")
      }
    }
  }

  @Test("has tests for each module")
  func tested() throws {
    for room in house.rooms.values where (1...4).contains(room.floor) {
      let name = room.name + "Tests"
      #expect(house.testTargets[name] != nil, "\(room.name) has no \(name).")
      let folder = house.root.appending(path: "Tests/\(name)")
      let texts = try FileManager.default
        .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "swift" }
        .map { try String(contentsOf: $0, encoding: .utf8) }
      #expect(texts.contains { $0.contains("@Test") }, "\(name) holds no test.")
    }
  }

  @Test(
    "sees what its own rules are about",
    arguments: [
      ("let a = b! + c", true), ("x = try! f()", true), ("if a != b {", false),
      ("guard !done else {", false), ("let text = \"any! thing\"", false), ("f(a!)", true),
    ])
  func rulesSee(line: String, isBanned: Bool) throws {
    let code = try #require(House.code(of: line).first)
    #expect(code.contains(#/\btry!|[\w)\]]!(?:[.,;)\s]|$)/#) == isBanned)
  }
}
