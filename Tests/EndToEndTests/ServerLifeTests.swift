// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("quoted serve", .timeLimit(.minutes(5)))
struct ServerLifeTests {
  @Test("drains and ends with status 0 when it is asked to", arguments: [SIGTERM, SIGINT])
  func drains(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let program = try Program.quoted.start(
      ["serve", "--listen", "127.0.0.1:0", "--data", folder.path])
    #expect(await program.outputLine(startingWith: "listening on ") != nil)
    program.signal(signal)
    let result = await program.end()
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("event=drained"), "\(result.error)")
  }

  @Test("keeps the catalogue from one run to the next")
  func restarts() async throws {
    let first = try await RunningServer()
    let before = try await ids(first.address)
    #expect(before.count >= 516)
    #expect(await first.stop().status == 0)
    let second = try await RunningServer(data: first.data)
    #expect(try await ids(second.address) == before)
  }

  @Test("shows the same catalogue after it was killed")
  func killed() async throws {
    let first = try await RunningServer()
    let before = try await ids(first.address)
    await first.kill()
    let second = try await RunningServer(data: first.data)
    #expect(try await ids(second.address) == before)
  }

  @Test("finds the time zones of TZDIR, and after SIGHUP those that have come, without a pause")
  func zones() async throws {
    let zones = try TemporaryFolder()
    let system = "/usr/share/zoneinfo/"
    try FileManager.default.copyItem(atPath: system + "UTC", toPath: zones.file("UTC"))
    let server = try await RunningServer(environment: ["TZDIR": zones.path])
    let arguments = ["--server", server.address, "daily", "--time-zone", "Tokyo"]
    let unknown = try await Program.quote.run(arguments)
    #expect(unknown.status == 64 && unknown.error.contains("Tokyo"), "\(unknown)")
    try FileManager.default.copyItem(atPath: system + "Asia/Tokyo", toPath: zones.file("Tokyo"))
    server.readZones()
    #expect(await server.hasLogged("event=zones"))
    let known = try await Program.quote.run(arguments)
    #expect(known.status == 0 && known.output.contains("Tokyo"), "\(known)")
    #expect(await server.stop().status == 0)
  }

  @Test("refuses a directory that is being served, with status 75, and names the other")
  func servedDirectory() async throws {
    let server = try await RunningServer()
    let second = try await Program.quoted.run(
      ["serve", "--listen", "127.0.0.1:0", "--data", server.data.path])
    #expect(second.status == 75)
    #expect(second.error.contains("\(server.processID)"), "\(second.error)")
  }

  @Test("refuses a port that is taken, with status 69, and names it")
  func takenPort() async throws {
    let server = try await RunningServer()
    let folder = try TemporaryFolder()
    let second = try await Program.quoted.run(
      ["serve", "--listen", server.address, "--data", folder.path])
    #expect(second.status == 69)
    #expect(second.error.contains(server.address), "\(second.error)")
  }

  @Test("refuses a directory that can't be made or is none, with status 73, and names it")
  func badDirectory() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("file", [])
    for path in [file, file + "/below", "/proc/quoted"] {
      let result = try await Program.quoted.run(
        ["serve", "--listen", "127.0.0.1:0", "--data", path])
      #expect(result.status == 73, "\(result.error)")
      #expect(result.error.contains(file) || result.error.contains(path), "\(result.error)")
    }
  }

  @Test("ends with a status and words where the system allows no more bytes in a file")
  func fileSizeLimit() async throws {
    let folder = try TemporaryFolder()
    let script = "ulimit -f 32; exec \"$0\" serve --listen 127.0.0.1:0 --data \"$1\""
    let result = try await Program(path: "/bin/sh").run(
      ["-c", script, Program.quoted.path, folder.path])
    #expect(result.status == 74, "\(result.error)")
    #expect(result.error.contains("catalogue.sqlite"), "\(result.error)")
    let server = try await RunningServer(data: folder)
    #expect(try await ids(server.address).count >= 516)
  }

  @Test("writes only so many lines on connections that bring rubbish")
  func rubbish() async throws {
    let server = try await RunningServer()
    let script = """
      for number in {1..300}; do
        exec 3<>"/dev/tcp/127.0.0.1/$0" && printf rubbish >&3; exec 3>&-
      done
      """
    let rubbish = try await Program(path: "/bin/bash").run(["-c", script, "\(server.port)"])
    #expect(rubbish.status == 0, "\(rubbish.error)")
    #expect(try await ids(server.address).count >= 516)
    let lines = await server.stop().error.split(separator: "\n")
      .count { $0.contains("event=connection ") }
    // The clock may have entered another minute meanwhile.
    #expect((1...200).contains(lines))
  }

  @Test("says when the system has no descriptor for more connections, and takes them later")
  func noDescriptors() async throws {
    let server = try await RunningServer()
    let limit = try await Program(path: "/usr/bin/prlimit").run(
      ["--pid", "\(server.processID)", "--nofile=80:80"])
    #expect(limit.status == 0, "\(limit.error)")
    let script = """
      for number in {1..100}; do exec {connection}<>"/dev/tcp/127.0.0.1/$0" || exit 1; done
      echo open; read
      """
    let crowd = try Program(path: "/bin/bash").start(["-c", script, "\(server.port)"])
    #expect(await crowd.outputLine(startingWith: "open") != nil)
    #expect(await server.hasLogged("Connections wait: the system gives no descriptor"))
    crowd.signal(SIGKILL)
    #expect(try await ids(server.address).count >= 516)
  }

  @Test("refuses a store that is none, and leaves the file as it is")
  func garbageStore() async throws {
    let server = try await RunningServer()
    _ = await server.stop()
    let garbage = Array("This is no database at all, and never was.".utf8)
    let path = try server.data.write("catalogue.sqlite", garbage)
    let result = try await Program.quoted.run(
      ["serve", "--listen", "127.0.0.1:0", "--data", server.data.path])
    #expect(result.status == 74, "\(result.error)")
    #expect(result.error.contains(path), "\(result.error)")
    #expect(FileManager.default.contents(atPath: path) == Data(garbage))
  }

  @Test("makes its search index anew where the file is none")
  func garbageIndex() async throws {
    let first = try await RunningServer()
    _ = await first.stop()
    _ = try first.data.write("search.sqlite", Array("This is no index at all.".utf8))
    let second = try await RunningServer(data: first.data)
    let found = try await Program.quote.run(["--server", second.address, "search", "life"])
    #expect(found.status == 0, "\(found.error)")
    #expect(found.output.lowercased().contains("life"))
  }

  @Test(
    "explains itself",
    arguments: [
      ["--help"], ["serve", "--help"], ["import", "--help"], ["--version"],
    ])
  func help(arguments: [String]) async throws {
    let result = try await Program.quoted.run(arguments)
    #expect(result.status == 0)
    #expect(result.output.contains("quoted"))
    #expect(result.error == "")
  }

  @Test(
    "refuses what it does not understand, with status 64 and a hint",
    arguments: [
      ["serv"], ["serve", "--lisen", "x"], ["serve", "--listen", "no port"], ["import"],
      ["serve", "--public-url", "ftp://example.org"],
    ])
  func usage(arguments: [String]) async throws {
    let result = try await Program.quoted.run(arguments)
    #expect(result.status == 64, "\(result.error)")
    #expect(result.error.contains("quoted"))
    #expect(result.output == "")
  }

  private func ids(_ address: String) async throws -> [String] {
    let result = try await Program.quote.run(
      ["--server", address, "list", "--all", "--output", "jsonl"])
    try #require(result.status == 0, "\(result.error)")
    return result.output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /"id": ?"([a-z2-7]{16})"/).map { String($0.1) }
    }
  }
}
