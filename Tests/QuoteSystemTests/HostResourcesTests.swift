// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteSystem
internal import Testing

@Suite("The machine's resources")
struct HostResourcesTests {
  @Test("tell the room on a disk, as the system's own tool does")
  func room() throws {
    let expected = try FileManager.default.attributesOfFileSystem(forPath: "/")[.systemFreeSize]
    let free = try Host.freeBytes(at: "/")
    #expect(free > 0)
    // Root may use blocks that others may not, and others write meanwhile.
    let bound = try #require(expected as? NSNumber).uint64Value
    #expect(free <= bound + bound / 10)
  }

  @Test("tell that there is no such path")
  func noPath() {
    #expect(throws: SystemError.self) { try Host.freeBytes(at: "/no/such/folder") }
  }

  @Test("tell how many files may be open: as many as are needed to find out")
  func openFiles() {
    #expect(Host.openFilesLimit().map { $0 >= 8 } ?? true)
  }

  @Test("lead from the root to where a path is")
  func absolutePath() throws {
    #expect(try Host.absolutePath("/a/b") == "/a/b")
    #expect(
      try Host.absolutePath("a") == FileManager.default.currentDirectoryPath + "/a")
  }
}
