// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteCatalogue
internal import QuoteModel
internal import Testing

@Suite("An examination")
struct ExaminationTests {
  @Test(
    "tells when the disk is nearly full, and when a copy of the store has no room",
    arguments: [
      (UInt64(10) << 30, UInt64(1) << 20, FindingLevel.good),
      (UInt64(1) << 29, UInt64(1) << 20, .warning),
      (UInt64(10) << 30, UInt64(6) << 30, .warning),
      (UInt64(1) << 20, UInt64(1) << 10, .fault), (0, 0, .fault),
    ])
  func disk(free: UInt64, store: UInt64, level: FindingLevel) {
    #expect(Examination.disk(freeBytes: free, storeBytes: store).level == level)
  }

  @Test(
    "tells when fewer files may be open than a full server needs",
    arguments: [
      (UInt64?.none, FindingLevel.good), (1_064, .good), (1_063, .warning), (256, .warning),
    ])
  func openFiles(limit: UInt64?, level: FindingLevel) {
    #expect(Examination.openFiles(limit: limit, connections: 1_000).level == level)
  }

  @Test("finds a catalogue that was just made to be good")
  func good() async throws {
    let workshop = try Workshop()
    let catalogue = try workshop.open(founding: Workshop.quotes(0..<40))
    let store = await (try CatalogueKeeper(catalogue)).examineStore()
    #expect(store.map(\.subject) == ["store", "disk"])
    #expect(store[0].level == .good, "\(store[0])")
    let zones = try ZoneDirectory(folders: ZoneDirectory.systemFolders)
    #expect(Examination.timeZones(zones).level == .good)
  }

  @Test("sees a store whose pages were damaged")
  func damaged() async throws {
    let workshop = try Workshop()
    try await workshop.visit(founding: Workshop.quotes(0..<500)) { _ in }
    let path = workshop.directory + "/catalogue.sqlite"
    let catalogue = try workshop.open()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try #require(bytes.count > 16 * 4_096)
    for page in stride(from: 4, to: bytes.count / 4_096, by: 2) {
      for offset in 0..<200 { bytes[page * 4_096 + offset] = 0xA5 }
    }
    try bytes.write(to: URL(fileURLWithPath: path))
    let store = await (try CatalogueKeeper(catalogue)).examineStore()
    #expect(store[0].subject == "store")
    #expect(store[0].level == .fault, "\(store[0])")
  }
}
