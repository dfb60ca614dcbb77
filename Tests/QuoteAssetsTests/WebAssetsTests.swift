// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteAssets
internal import Testing

@Suite("The files of the web page")
struct WebAssetsTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("clients/web")

  @Test(
    "are all in the program that are in clients/web, but for what tells of them, as they are there")
  func complete() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { !$0.hasSuffix(".md") }
    #expect(WebAssets.files.map(\.name).sorted() == names.sorted())
    for file in WebAssets.files {
      let bytes = try Data(contentsOf: Self.folder.appendingPathComponent(file.name))
      let isSame = file.bytes == Array(bytes)
      #expect(isSame, "\(file.name) was changed since.")
    }
  }
}
