// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

@Suite("quote, looking for something", .timeLimit(.minutes(5)))
struct FindingCommandTests {
  private let server: RunningServer

  init() async throws { server = try await RunningServer() }

  private func quote(_ arguments: [String]) async throws -> Program.Result {
    try await Program.quote.run(arguments, environment: ["QUOTE_SERVER": server.address])
  }

  @Test("draws the same by the same seed, and distinct quotes")
  func random() async throws {
    let seeded = ["random", "-n", "20", "--seed", "1984", "-o", "jsonl"]
    let first = try await quote(seeded)
    #expect(first.status == 0, "\(first.error)")
    #expect(Set(first.output.split(separator: "\n")).count == 20)
    #expect(try await quote(seeded).output == first.output)
    #expect(try await quote(seeded + ["--balance-creators"]).output != first.output)
    #expect(try await quote(["random", "-n", "101"]).status == 64)
  }

  @Test("lists creators and tags, and takes a creator from there for a list")
  func facets() async throws {
    let creators = try await quote(["creators", "--all", "-o", "plain"])
    #expect(creators.status == 0, "\(creators.error)")
    let names = creators.output.split(separator: "\n").map(String.init)
    #expect(names.count > 50 && Set(names).count == names.count)
    let some = try await quote([
      "creators", String(names[60].prefix(3)).uppercased(), "-o", "plain",
    ])
    #expect(some.output.split(separator: "\n").contains(Substring(names[60])))
    let list = try await quote(["list", "--creator", names[60], "-n", "1", "-o", "json"])
    #expect(!list.output.contains("\"totalSize\": 0"), "\(list.output)")
    let tags = try await quote(["tags", "starter", "-o", "csv"])
    #expect(tags.output.hasPrefix("name,count\r\nstarter,"), "\(tags.output)")
  }

  @Test("lists by creator, page by page")
  func byCreator() async throws {
    let all = ["list", "--order", "creator", "--all", "-o", "plain"]
    let large = try await quote(all)
    #expect(large.status == 0, "\(large.error)")
    #expect(try await quote(all + ["-n", "50"]).output == large.output)
    let catalogue = try await quote(["list", "--all", "-o", "plain"])
    #expect(large.output != catalogue.output)
    #expect(large.output.utf8.count == catalogue.output.utf8.count)
  }
}
