// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteOutput
internal import Testing

@Suite("A list of names")
struct FacetTests {
  private static func text(_ format: OutputFormat, _ facets: [Facet], next: String = "") -> String {
    let printer = Printer(format, style: Style(width: 40, isColoured: false)).creators
    return printer.opening + printer.page(facets, isFirst: true)
      + printer.closing(count: facets.count, nextPageToken: next)
  }

  private static func facet(_ name: String, _ count: Int32) -> Facet {
    var facet = Facet()
    (facet.name, facet.count) = (name, count)
    return facet
  }

  private static let facets = [
    facet("Camillo Benso, Count of \"Cavour\"", 1), facet("Lao\u{1B}[31mzi", 1_234),
  ]

  @Test("is a table of numbers and names, which obeys no terminal")
  func table() {
    #expect(
      Self.text(.table, Self.facets, next: "AbC")
        == "QUOTES  CREATOR\n     1  Camillo Benso, Count of \"Cavour\"\n"
        + "  1234  Lao\u{241B}[31mzi\n\n2 creators; go on with --page-token AbC\n")
    #expect(Self.text(.table, []) == "No creator matches.\n")
  }

  @Test("is the response in JSON, one object a line in JSON Lines")
  func json() {
    #expect(
      Self.text(.json, [Self.facets[0]], next: "AbC") == """
        {
          "creators": [
            {
              "name": "Camillo Benso, Count of \\"Cavour\\"",
              "count": 1
            }
          ],
          "nextPageToken": "AbC"
        }

        """)
    #expect(
      Self.text(.json, []) == "{\n  \"creators\": [],\n  \"nextPageToken\": \"\"\n}\n")
    #expect(
      Self.text(.jsonl, [Self.facet("Zoë", 2)]) == "{\"name\":\"Zoë\",\"count\":2}\n")
  }

  @Test("is a table in CSV, and names alone in plain text")
  func others() {
    #expect(
      Self.text(.csv, Self.facets.dropLast())
        == "name,count\r\n\"Camillo Benso, Count of \"\"Cavour\"\"\",1\r\n")
    #expect(Self.text(.plain, [Self.facet("Zoë", 2), Self.facet("孔子", 1)]) == "Zoë\n孔子\n")
  }
}
