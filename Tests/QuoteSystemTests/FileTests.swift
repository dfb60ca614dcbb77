// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteSystem
internal import Testing

@Suite("A file")
struct FileTests {
  private let folder = NSTemporaryDirectory() + "quoted-\(UUID().uuidString)"

  @Test("is read whole up to the limit, and refused above it")
  func limits() throws {
    try File.createDirectory(folder + "/a/b")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a/b/file"
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(try File.read(path, limit: 100_000) == bytes)
    let error = #expect(throws: SystemError.self) { try File.read(path, limit: 99_999) }
    #expect(error?.reason == .largerThan(limit: 99_999))
    #expect(try File.size(of: path) == 100_000)
    #expect(try File.names(in: folder + "/a") == ["b"])
  }

  @Test("that is missing is named, with the reason")
  func missing() {
    let error = #expect(throws: SystemError.self) { try File.read("/no/such", limit: 1) }
    #expect(error?.description == "can't open /no/such: No such file or directory")
    #expect(throws: SystemError.self) { try File.size(of: "/no/such") }
    #expect(throws: SystemError.self) { try File.size(of: "/") }
  }

  @Test("in the place of a folder is not taken for one")
  func notAFolder() {
    #expect(throws: SystemError.self) { try File.createDirectory("/dev/null/folder") }
    #expect(throws: SystemError.self) { try File.createDirectory("/dev/null") }
  }

  @Test("that is a link tells what it points to")
  func link() throws {
    try File.createDirectory(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link", withDestinationPath: "target/of it")
    #expect(File.linkTarget(folder + "/link") == "target/of it")
    #expect(File.linkTarget(folder) == nil)
  }

  @Test("is made for its owner alone, and never in the place of another")
  func made() throws {
    try File.createDirectory(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/new"
    #expect(try File.createNew(path))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    try Data("kept".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try !File.createNew(path))
    #expect(try !File.createNew(folder))
    #expect(try File.read(path, limit: 10) == Array("kept".utf8))
    try File.sync(path)
    try File.remove(path)
    #expect(try File.names(in: folder).isEmpty)
    #expect(throws: SystemError.self) { try File.sync(path) }
    #expect(throws: SystemError.self) { try File.createNew(path + "/below") }
  }
}

@Suite("A directory lock")
struct ProcessLockTests {
  @Test("is refused to the second, who learns who holds it, and free once let go")
  func exclusive() throws {
    let folder = NSTemporaryDirectory() + "quoted-\(UUID().uuidString)"
    try File.createDirectory(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var first: ProcessLock? = try ProcessLock(directory: folder)
    let error = #expect(throws: SystemError.self) { try ProcessLock(directory: folder) }
    #expect(error?.reason == .heldBy(process: Host.processID))
    #expect(error?.description == "\(folder) is in use by process \(Host.processID)")
    withExtendedLifetime(first) {}
    first = nil
    _ = try ProcessLock(directory: folder)
  }
}

@Suite("The host")
struct HostTests {
  @Test("tells its environment and a time after this was written")
  func tells() {
    #expect(Host.environment("PATH") != nil)
    #expect(Host.environment("QUOTED_NO_SUCH_VARIABLE") == nil)
    #expect(Host.wallClock().seconds > 1_790_000_000)
  }
}
