// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

/// Each command works on a directory that is served, and on one that is not.
@Suite("Care for a catalogue", .timeLimit(.minutes(5)))
struct CareTests {
  /// A data directory with the starter catalogue, and its server, if it is served.
  private struct Place {
    let data: TemporaryFolder
    let server: RunningServer?

    init(isServed: Bool) async throws {
      let server = try await RunningServer()
      data = server.data
      self.server = isServed ? server : nil
      if !isServed { #expect(await server.stop().status == 0) }
    }

    func quoted(_ arguments: String...) async throws -> Program.Result {
      try await Program.quoted.run(arguments + ["--data", data.path])
    }
  }

  @Test("makes, lists and revokes tokens", arguments: [true, false])
  func tokens(isServed: Bool) async throws {
    let place = try await Place(isServed: isServed)
    let made = try await place.quoted("token", "create", "--name", "Ada L.", "--role", "editor")
    #expect(made.status == 0, "\(made.error)")
    let secret = made.output.filter { !$0.isNewline }
    #expect(secret.hasPrefix("quoted_"))
    #expect(!made.error.contains(secret))
    let list = try await place.quoted("token", "list")
    #expect(list.output.contains("EDITOR"), "\(list)")
    #expect(list.output.contains("\"Ada L.\""), "\(list)")
    #expect(!list.output.contains(secret))
    let id = String(try #require(list.output.split(separator: "\n").last?.prefix { $0 != " " }))
    #expect(try await place.quoted("token", "revoke", id).status == 0)
    #expect(try await place.quoted("token", "list").output.contains("revoked 2"))
    let none = try await place.quoted("token", "revoke", "nosuch")
    #expect(none.status == 65)
    #expect(none.error.contains("nosuch"))
    let audit = try await place.quoted("audit", "-n", "2")
    let lines = audit.output.split(separator: "\n")
    #expect(lines.count == 2, "\(audit)")
    #expect(lines[0].contains("actor=local action=RevokeToken target=\(id)"), "\(lines)")
  }

  @Test("makes a backup that can be served, and overwrites nothing", arguments: [true, false])
  func backup(isServed: Bool) async throws {
    let place = try await Place(isServed: isServed)
    let folder = try TemporaryFolder()
    let path = folder.file("catalogue.sqlite")
    let made = try await place.quoted("backup", path)
    #expect(made.status == 0, "\(made.error)")
    let again = try await place.quoted("backup", path)
    #expect(again.status == 65)
    #expect(again.error.contains(path), "\(again.error)")
    let list = ["list", "--all", "--output", "jsonl"]
    let copy = try await RunningServer(data: folder)
    let copied = try await Program.quote.run(["--server", copy.address] + list)
    let server: RunningServer =
      if let server = place.server { server } else { try await RunningServer(data: place.data) }
    let original = try await Program.quote.run(["--server", server.address] + list)
    #expect(copied.output == original.output)
    #expect(copied.output.split(separator: "\n").count > 500)
  }

  @Test("makes a backup where the caller is, not where the server was started")
  func relativeBackup() async throws {
    let place = try await Place(isServed: true)
    let folder = try TemporaryFolder()
    let made = try await Program.quoted.run(
      ["backup", "copy", "--data", place.data.path], in: folder.path)
    #expect(made.status == 0, "\(made.error)")
    #expect(FileManager.default.fileExists(atPath: folder.file("copy")))
  }

  @Test("removes the starter quotes", arguments: [true, false])
  func starter(isServed: Bool) async throws {
    let place = try await Place(isServed: isServed)
    let removed = try await place.quoted("starter", "remove")
    #expect(removed.status == 0, "\(removed.error)")
    #expect(removed.error.contains("removed 8"), "\(removed.error)")
    #expect(try await place.quoted("starter", "remove").error.contains("removed 0 "))
    let doctor = try await place.quoted("doctor")
    #expect(doctor.output.contains("warning  quotes"), "\(doctor.output)")
  }

  @Test("finds a new catalogue to be in good health", arguments: [true, false])
  func doctor(isServed: Bool) async throws {
    let place = try await Place(isServed: isServed)
    let result = try await place.quoted("doctor")
    #expect(result.status == 0, "\(result)")
    for subject in ["store", "disk", "revision", "quotes", "time zones", "open files"] {
      #expect(result.output.contains(" \(subject) "), "\(result.output)")
    }
    #expect(result.output.contains(#/zones, version 20\d\d[a-z]/#), "\(result.output)")
  }

  @Test("tells of a store that can't be opened as a fault, with status 1")
  func illStore() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("catalogue.sqlite", Array("This is no store at all.".utf8))
    let result = try await Program.quoted.run(["doctor", "--data", folder.path])
    #expect(result.status == 1, "\(result)")
    #expect(result.output.hasPrefix("fault  store  "), "\(result.output)")
  }

  @Test(
    "founds no catalogue where there is none, with status 66",
    arguments: [
      ["doctor"], ["audit"], ["token", "list"], ["backup", "x"], ["starter", "remove"],
      ["token", "create", "--name", "a", "--role", "admin"],
    ])
  func nothingThere(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let result = try await Program.quoted.run(arguments + ["--data", folder.file("data")])
    #expect(result.status == 66, "\(result)")
    #expect(result.error.contains(folder.file("data")))
    #expect(!FileManager.default.fileExists(atPath: folder.file("data")))
  }

  @Test("works where a server that was killed has left its socket behind")
  func staleSocket() async throws {
    let server = try await RunningServer()
    await server.kill()
    #expect(FileManager.default.fileExists(atPath: server.adminSocket))
    let doctor = try await Program.quoted.run(["doctor", "--data", server.data.path])
    #expect(doctor.status == 0, "\(doctor)")
    let next = try await RunningServer(data: server.data)
    let through = try await Program.quoted.run(["audit", "--data", server.data.path])
    #expect(through.status == 0, "\(through)")
    #expect(await next.stop().status == 0)
    #expect(!FileManager.default.fileExists(atPath: server.adminSocket))
  }

  @Test("says who has the directory where they can't be asked, with status 75")
  func unreachable() async throws {
    let place = try await Place(isServed: true)
    let server = try #require(place.server)
    try FileManager.default.removeItem(atPath: server.adminSocket)
    let result = try await place.quoted("token", "list")
    #expect(result.status == 75, "\(result)")
    #expect(result.error.contains("process \(server.processID)"), "\(result.error)")
  }
}
