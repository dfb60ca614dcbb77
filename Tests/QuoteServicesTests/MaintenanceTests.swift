// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("Care for a server")
struct MaintenanceTests {
  @Test("removes the starter quotes once, and leaves the others")
  func starter() async throws {
    var quotes = TestService.quotes(5)
    for index in [0, 2, 4] { quotes[index].tags = ["life", "starter"] }
    quotes[1].tags = ["starters"]
    let desk = try TestDesk(quotes: quotes)
    let first = try await desk.call(
      RemoveStarterQuotes.self, .init(), peer: .thisProcess)
    #expect(first.removedCount == 3)
    #expect(desk.catalogue.snapshots.latest.count == 2)
    let second = try await desk.call(
      RemoveStarterQuotes.self, .init(), peer: .thisProcess)
    #expect(second.removedCount == 0)
    #expect(second.revision == first.revision)
    let entries = try await desk.call(ListAudit.self, .init(), peer: .thisProcess).entries
    #expect(entries.map(\.action) == ["RemoveStarterQuotes"])
    #expect(entries.map(\.detail) == ["3 removed, tagged starter"])
  }

  @Test("tells of every thing that it examines, the program's own last")
  func status() async throws {
    let desk = try TestDesk()
    let findings = try await desk.call(GetStatus.self, .init(), peer: .thisProcess).findings
    #expect(findings.map(\.subject).prefix(4) == ["store", "disk", "revision", "quotes"])
    #expect(findings.last?.subject == "program")
    #expect(findings.allSatisfy { $0.level != .unspecified && !$0.message.isEmpty })
  }

  @Test("pages through the audit log from the last change to the first")
  func audit() async throws {
    let desk = try TestDesk()
    for _ in 0..<5 { _ = try await desk.token(.reader) }
    var request = ListAuditRequest()
    request.pageSize = 2
    var numbers: [Int64] = []
    while true {
      let page = try await desk.call(ListAudit.self, request, peer: .thisProcess).entries
      guard let last = page.last, last.number > 1 else {
        numbers += page.map(\.number)
        break
      }
      numbers += page.map(\.number)
      request.beforeNumber = last.number
    }
    #expect(numbers == [5, 4, 3, 2, 1])
    for wrong in [(-1, 0, "page_size"), (0, -1, "before_number")] {
      request.pageSize = Int32(wrong.0)
      request.beforeNumber = Int64(wrong.1)
      #expect(
        try await desk.refusal(ListAudit.self, request, peer: .thisProcess).fields == [wrong.2])
    }
  }

  @Test("makes a backup only where an absolute path has nothing yet")
  func backup() async throws {
    let desk = try TestDesk()
    let folder = NSTemporaryDirectory() + "quoted-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var request = BackupRequest()
    request.path = folder + "/copy"
    let made = try await desk.call(Backup.self, request, peer: .thisProcess)
    #expect(made.quoteCount == 3)
    #expect(made.revision == desk.catalogue.snapshots.latest.revision)
    for (path, code) in [
      (folder + "/copy", Status.Code.alreadyExists), ("copy", .invalidArgument),
      (folder + "/no/copy", .failedPrecondition),
    ] {
      request.path = path
      let status = try await desk.refusal(Backup.self, request, peer: .thisProcess)
      #expect(status.code == code, "\(status)")
      #expect(status.fields == ["path"])
    }
  }
}
