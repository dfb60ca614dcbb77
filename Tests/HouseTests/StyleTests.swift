// SPDX-License-Identifier: Apache-2.0

internal import Testing

@Suite("The style of the house")
struct StyleTests {
  private let house: House

  init() throws { house = try House.read() }

  /// Longer files hold more than one thing.
  private static let mostLines = 300

  @Test("keeps unsafe code on floor 2")
  func unsafeCode() {
    for file in house.files where file.room.floor != 2 {
      for (number, line) in file.code.enumerated() where Self.isUnsafe(line) {
        guard !Exceptions.allow(file.path, line.text) else { continue }
        Issue.record("\(file.path):\(number + 1) is unsafe above floor 2: \(line.text)")
      }
    }
  }

  @Test("has none of the words that house style bans")
  func bannedWords() {
    for file in house.files {
      for (number, line) in file.code.enumerated() where Self.isBanned(line) {
        guard !Exceptions.allow(file.path, line.text) else { continue }
        Issue.record("\(file.path):\(number + 1) uses a banned word: \(line.text)")
      }
    }
  }

  @Test("has no file of more than 300 lines that a person wrote")
  func fileLength() {
    for (path, count) in house.lineCounts where count > Self.mostLines {
      guard !Exceptions.allow(path, "length") else { continue }
      Issue.record("\(path) has \(count) lines: at most \(Self.mostLines) are allowed.")
    }
  }

  @Test("has no exception that nothing needs any more")
  func exceptions() {
    for exception in Exceptions.all {
      let isNeeded =
        house.lineCounts.contains { path, count in
          path == exception.path && exception.code == "length" && count > Self.mostLines
        }
        || house.files.contains { file in
          file.path == exception.path && file.code.contains { $0.text.contains(exception.code) }
        }
      #expect(isNeeded, "\(exception.path) has no \(exception.code): take the exception out.")
    }
  }

  @Test(
    "sees what its own rules are about",
    arguments: [
      ("let a = b! + c", true), ("x = try! f()", true), ("if a != b {", false),
      ("guard !done else {", false), ("let text = \"any! thing\"", false), ("f(a!)", true),
      ("let a = [b]!", true), ("a as! B", true), ("var a: Any", true), ("var a: any B", false),
      ("final class A: @unchecked Sendable {", true), ("nonisolated(unsafe) var a = 1", true),
      ("@testable import A", true), ("f(a)  // as! said", false), ("f(\"\\\"\", a!)", true),
    ])
  func rulesSeeBannedWords(line: String, isBanned: Bool) throws {
    let code = try #require(SourceFile.code(of: Array(line.utf8)).first)
    #expect(Self.isBanned(code) == isBanned)
  }

  @Test(
    "sees what is unsafe",
    arguments: [
      ("let a = unsafe b", true), ("func f(_ a: UnsafePointer<Int>) {", true), ("@safe", true),
      ("@unsafe struct A {}", true), ("let unsafely = 1", false), ("// unsafe", false),
      ("let a = \"unsafe\"", false),
    ])
  func rulesSeeUnsafe(line: String, isUnsafe: Bool) throws {
    let code = try #require(SourceFile.code(of: Array(line.utf8)).first)
    #expect(Self.isUnsafe(code) == isUnsafe)
  }

  private static func isUnsafe(_ line: Line) -> Bool {
    guard line.holds("nsafe") || line.holds("@safe") else { return false }
    return line.text.contains(/\bunsafe\b|\bUnsafe\w*Pointer\b|@unsafe|@safe\b/)
  }

  private static func isBanned(_ line: Line) -> Bool {
    guard
      line.bytes.contains(UInt8(ascii: "!")) || line.holds("Any") || line.holds("@unchecked")
        || line.holds("nonisolated(") || line.holds("@testable")
    else { return false }
    return line.text.contains(
      #/\btry!|\bas!|@unchecked\s+Sendable|\bnonisolated\(unsafe\)|\bAny\b|@testable|[\w)\]]!(?:[.,;)\s]|$)/#
    )
  }
}
