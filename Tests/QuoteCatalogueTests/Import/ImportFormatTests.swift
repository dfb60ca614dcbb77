// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import Testing

@Suite("The format of an import file")
struct ImportFormatTests {
  @Test(
    "is told by the end of its name, else by how it begins",
    arguments: [
      ("a.json", "x", .json), ("a.JSONL", "x", .jsonl), ("a.ndjson", "x", .jsonl),
      ("b/a.csv", "x", .csv), ("a.tsv", "x", .csv), ("a.fortune", "{\"", .fortune),
      ("json", "[{\"text\": 1}]", .json), ("a", "\u{FEFF} [\n{", .json), ("a", "[]", .json),
      ("a", "{ \"text\"", .jsonl), ("a", "{}", .jsonl), ("a", "text,author\na,b\n", .csv),
      ("a", "author;quote\r\n", .csv), ("a", "\u{FEFF}content\tby\n", .csv),
      ("a", "[Quoted in VMS Internals]\n%\n", .fortune), ("a", "{ and so on\n", .fortune),
      ("a", "In the beginning, there was\n", .fortune), ("a", "", .fortune),
      ("v1.2", "%\nx", .fortune),
    ] as [(String, String, ImportFormat)])
  func detection(file: String, start: String, format: ImportFormat) {
    #expect(ImportFormat(file: file, bytes: Array(start.utf8)) == format)
  }

  @Test("doesn't matter where the file is UTF-16: it is refused", arguments: ImportFormat.allCases)
  func utf16(format: ImportFormat) {
    var options = ReadingOptions()
    options.format = format
    for start in [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]] {
      let items = Array(ImportReader(file: "quotes", bytes: start + [0x61, 0], options: options))
      #expect(
        items.map { "\($0)" }.count == 1
          && "\(items)".contains("The file is UTF-16: convert it to UTF-8."))
    }
  }
}
