// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("quoted import", .timeLimit(.minutes(5)))
struct ImportTests {
  @Test("takes a fortune file in, once")
  func once() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("sayings", Array(Self.sayings.utf8))
    let first = try await run(folder, file)
    #expect(first.status == 0, "\(first.error)")
    #expect(first.output.contains("3 added"), "\(first.output)")
    #expect(first.error.contains("event=founded"), "A mistyped path is seen: \(first.error)")
    let again = try await run(folder, file)
    #expect(again.status == 0)
    #expect(again.output.contains("0 added, 3 present"), "\(again.output)")
    #expect(again.error == "")

    let server = try await RunningServer(data: folder)
    let list = try await Program.quote.run(
      ["--server", server.address, "list", "--all", "--output", "jsonl"])
    #expect(list.output.contains("Ask not the road of one who has not walked it."))
    #expect(list.output.contains("Testing Tester"))
  }

  @Test("reports each refused entry with file, line and reason, and takes the rest")
  func refused() async throws {
    let folder = try TemporaryFolder()
    let bytes = Array("A good one.\n%\nA bad \u{202E}one.\n%\n".utf8) + [0xFF, 0xFE, 0x0A]
    let file = try folder.write("mixed", bytes + Array("%\nAnother good one.\n".utf8))
    let result = try await run(folder, file)
    #expect(result.status == 65)
    #expect(result.output.contains("2 added"), "\(result.output)")
    #expect(result.output.contains("2 rejected"), "\(result.output)")
    #expect(result.error.contains("\(file):3: "), "\(result.error)")
    #expect(result.error.contains("U+202E"), "\(result.error)")
    #expect(result.error.contains("\(file):5: "), "\(result.error)")
  }

  @Test("says which file is missing, with status 66, and changes nothing")
  func missing() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("sayings", Array(Self.sayings.utf8))
    let result = try await Program.quoted.run(
      ["import", "--data", folder.file("data"), file, folder.file("none")])
    #expect(result.status == 66)
    #expect(result.error.contains(folder.file("none")), "\(result.error)")
    let again = try await run(folder, file)
    #expect(again.output.contains("3 added"), "\(again.output)")
  }

  @Test("that is killed in the middle and run again leaves what an undisturbed one leaves")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let entries = (1...20_000).map { "Saying number \($0), which is like no other.\n" }
    let file = try folder.write("many", Array(entries.joined(separator: "%\n").utf8))
    let undisturbed = try await Program.quoted.run(
      ["import", "--data", folder.file("undisturbed"), file])
    #expect(undisturbed.output.contains("20000 added"), "\(undisturbed.output)")

    let interrupted = folder.file("interrupted")
    for _ in 0..<3 {
      let importing = try Program.quoted.start(["import", "--data", interrupted, file])
      // The store grows as batches go in; wait for some of it, then pull the plug.
      let store = interrupted
      let before = Self.size(of: store)
      while Self.size(of: store) <= before + 50_000, importing.isRunning {
        // Looked at now and then: whoever looks always leaves no thread to the others.
        try await Task.sleep(for: .milliseconds(5))
      }
      importing.signal(SIGKILL)
      _ = await importing.end()
    }
    let last = try await Program.quoted.run(["import", "--data", interrupted, file])
    #expect(last.status == 0, "\(last.error)")
    #expect(
      try await Self.catalogue(interrupted) == Self.catalogue(folder.file("undisturbed")))
  }

  private static let sayings = """
    Ask not the road of one who has not walked it.
    \t\t-- Testing Tester
    %
    A second saying,
    on two lines.
    %
    A third.

    """

  private func run(_ folder: TemporaryFolder, _ file: String) async throws -> Program.Result {
    try await Program.quoted.run(["import", "--data", folder.path, "--language", "en", file])
  }

  /// The bytes of all files in a folder.
  private static func size(of folder: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.reduce(0) { sum, name in
      let path = folder + "/" + name
      let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      return sum + (size ?? 0)
    }
  }

  /// Everything that a reader sees of a catalogue, but the times at which it came in.
  private static func catalogue(_ path: String) async throws -> [String] {
    let folder = try TemporaryFolder()
    try FileManager.default.removeItem(atPath: folder.path)
    try FileManager.default.copyItem(atPath: path, toPath: folder.path)
    let server = try await RunningServer(data: folder)
    let list = try await Program.quote.run(
      ["--server", server.address, "list", "--all", "--output", "jsonl"])
    return list.output.split(separator: "\n").map { line in
      String(line).replacing(/"(?:createTime|updateTime|etag)": ?"[^"]*"/, with: "")
    }
  }
}
