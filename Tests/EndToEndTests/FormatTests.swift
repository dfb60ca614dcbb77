// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

@Suite("quoted import, export and check", .timeLimit(.minutes(5)))
struct FormatTests {
  private static let table = """
    text,author,tags\r
    "Less, they ""said"",
    is more.",Robert Browning,brevity;art\r
    The way that can be told.,Lao Tzu,\r
    "The way that can be told!",Laozi,\r
    @\u{202E}everyone,,\r
    "unclosed,,\r

    """

  private func quoted(_ arguments: String...) async throws -> Program.Result {
    try await Program.quoted.run(arguments)
  }

  private func contents(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("take a table in, tell of each row that is not taken, and count by outcome and reason")
  func table() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("quotes.csv", Array(Self.table.utf8))
    let data = folder.file("data")
    let rehearsal = try await quoted("import", "--data", data, "--dry-run", file)
    #expect(rehearsal.output.contains("3 would be added"), "\(rehearsal.output)")
    let result = try await quoted("import", "--data", data, file)
    #expect(result.status == 65)
    #expect(
      result.output == """
        3 added (1 near-duplicate), 0 present, 2 rejected: 5 quotes, 1 file
          1 × The quotation mark that a cell begins with is never closed.
          1 × text holds U+202E RIGHT-TO-LEFT OVERRIDE at character …, which is not allowed.

        """, "\(result.output)")
    #expect(result.error.contains("\(file):5: warning: It resembles quote "), "\(result.error)")
    #expect(result.error.contains("\(file):6: rejected: text holds U+202E"), "\(result.error)")
    #expect(result.error.contains("\(file):7: rejected: The quotation mark"), "\(result.error)")
    let again = try await quoted("import", "--data", data, file)
    #expect(again.output.contains("0 added, 3 present, 2 rejected"), "\(again.output)")

    let flaws = try await quoted(
      "check", "--data", data, "--only", "other-creator", "--output", "jsonl")
    #expect(flaws.status == 1)
    #expect(
      flaws.output.contains(#""message":"It is by \"Laozi\" here and by \"Lao Tzu\" there."}"#),
      "\(flaws.output)")
    let good = try await quoted("check", "--data", data, "--only", "mixed-scripts")
    #expect(good.status == 0)
    #expect(good.output.hasSuffix("quotes looked at, nothing found\n"), "\(good.output)")
  }

  @Test("make an equal catalogue of an export", arguments: ["json", "jsonl", "csv"])
  func copies(format: String) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("quotes.csv", Array(Self.table.utf8))
    let (data, copy) = (folder.file("data"), folder.file("copy"))
    _ = try await quoted("import", "--data", data, file)
    let (first, second) = (folder.file("first.\(format)"), folder.file("second.\(format)"))
    let written = try await quoted("export", "--data", data, "--include-deleted", first)
    #expect(written.status == 0, "\(written.error)")
    #expect(written.output.hasSuffix(" quotes written to \(first)\n"))
    let taken = try await quoted("import", "--data", copy, "--keep-ids", first)
    #expect(taken.status == 0, "\(taken.error)")
    #expect(taken.output.contains(" 0 present, 0 rejected"), "\(taken.output)")
    _ = try await quoted("export", "--data", copy, "--include-deleted", second)
    #expect(try contents(first) == contents(second))
    let printed = try await quoted("export", "--data", copy, "--format", format)
    #expect(try printed.output == contents(first))
  }

  @Test("work on a directory that is served, through its server")
  func served() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("quotes.csv", Array(Self.table.utf8))
    let server = try await RunningServer()
    let data = server.data.path
    let result = try await quoted("import", "--data", data, file)
    #expect(result.output.contains("3 added (1 near-duplicate)"), "\(result.output)\(result.error)")
    let list = try await Program.quote.run(
      ["--server", server.address, "list", "--all", "--output", "jsonl"])
    #expect(list.output.contains(#"Less, they \"said\",\nis more."#))
    let export = try await quoted("export", "--data", data)
    #expect(export.status == 0, "\(export.error)")
    #expect(export.output.split(separator: "\n").count == list.output.split(separator: "\n").count)
    let check = try await quoted("check", "--data", data, "--only", "near-duplicate")
    #expect(check.output.contains("quotes looked at"), "\(check.error)")
    _ = await server.stop()
    #expect(try await quoted("export", "--data", data).output == export.output)
  }

  @Test("read what quote list prints", arguments: ["json", "jsonl", "csv"])
  func printed(format: String) async throws {
    let server = try await RunningServer()
    let list = try await Program.quote.run(
      ["--server", server.address, "list", "--all", "--output", format])
    _ = await server.stop()
    let folder = try TemporaryFolder()
    let file = try folder.write("printed", Array(list.output.utf8))
    let result = try await quoted("import", "--data", server.data.path, file)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.contains("0 added, "), "\(result.output)")
    #expect(result.output.contains(" present, 0 rejected"), "\(result.output)")
  }

  @Test("leave what was there where the new file can't be written")
  func full() async throws {
    let folder = try TemporaryFolder()
    let server = try await RunningServer()
    _ = await server.stop()
    let data = server.data.path
    let full = try await quoted("export", "--data", data, "/dev/full")
    #expect(full.status == 74)
    #expect(full.error.contains("No space left on device"), "\(full.error)")
    let old = try folder.write("export.jsonl", Array("old".utf8))
    // Files may have 200 KiB, which the store needs less than; what is beyond fails as a full disk
    // does.
    let limited = try await Program(path: "/bin/sh").run(
      [
        "-c", "ulimit -f 400; exec \"$@\"", "sh", Program.quoted.path, "export", "--data", data,
        old,
      ])
    #expect(limited.status == 74)
    #expect(limited.error.contains("\(old).partial: File too large"), "\(limited.error)")
    #expect(try contents(old) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["export.jsonl"])
  }

  @Test("leave what was there where they are killed in the middle, and no half file in its place")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let entries = (1...20_000).map { "Saying number \($0), which is like no other.\n" }
    let file = try folder.write("many", Array(entries.joined(separator: "%\n").utf8))
    let data = folder.file("data")
    _ = try await quoted("import", "--data", data, file)
    let target = folder.file("export.jsonl")
    let exporting = try Program.quoted.start(["export", "--data", data, target])
    while !FileManager.default.fileExists(atPath: target + ".partial"), exporting.isRunning {
      await Task.yield()
    }
    exporting.signal(SIGKILL)
    _ = await exporting.end()
    if FileManager.default.fileExists(atPath: target) {
      // It was faster than the signal: then it is whole.
      #expect(try contents(target).hasSuffix("}\n"))
    }
    let whole = try await quoted("export", "--data", data, target)
    #expect(whole.status == 0, "\(whole.error)")
    #expect(try contents(target).split(separator: "\n").count > 20_000)
    #expect(!FileManager.default.fileExists(atPath: target + ".partial"))
  }
}
