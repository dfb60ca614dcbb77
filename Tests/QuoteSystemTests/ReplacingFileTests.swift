// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteSystem
internal import Testing

@Suite("A file that is replaced")
struct ReplacingFileTests {
  private let folder: URL
  private var path: String { folder.appending(path: "export").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "replacing-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func contents() throws -> [String: String] {
    var contents: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      contents[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    return contents
  }

  @Test("is what it was until it is complete")
  func completes() throws {
    try Data("old".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let file = try ReplacingFile(path)
    try file.write(Array("new, ".utf8))
    try file.write(Array("and whole".utf8))
    #expect(try contents() == ["export": "old", "export.partial": "new, and whole"])
    try file.complete()
    #expect(try contents() == ["export": "new, and whole"])
    #expect(
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
  }

  @Test("stays what it was where it is given up, and nothing is left beside it")
  func givenUp() throws {
    try Data("old".utf8).write(to: URL(filePath: path))
    do {
      let file = try ReplacingFile(path)
      try file.write(Array("new".utf8))
    }
    #expect(try contents() == ["export": "old"])
  }

  @Test("takes over what a killed process left")
  func leftover() throws {
    try Data("half of someth".utf8).write(to: URL(filePath: path + ".partial"))
    let file = try ReplacingFile(path)
    try file.write([0x41])
    try file.complete()
    #expect(try contents() == ["export": "A"])
  }

  @Test("is written by one at a time")
  func exclusive() throws {
    let first = try ReplacingFile(path)
    let error = #expect(throws: SystemError.self) { _ = try ReplacingFile(path) }
    #expect(error?.reason == .heldBy(process: nil))
    try first.write([0x41])
    try first.complete()
    #expect(try contents() == ["export": "A"])
  }

  @Test("is not made where there is no folder, or where a folder is")
  func impossible() {
    #expect(throws: SystemError.self) { _ = try ReplacingFile(path + "/deeper/file") }
    #expect(throws: SystemError.self) { _ = try ReplacingFile(folder.path) }
  }

  @Test("fails on a full disk and leaves nothing")
  func full() throws {
    // A device stands for what can't be replaced: it is written as it is.
    let file = try ReplacingFile("/dev/full")
    #expect(throws: SystemError.self) { try file.write([0x41]) }
  }
}
