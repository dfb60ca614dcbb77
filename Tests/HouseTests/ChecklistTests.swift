// SPDX-License-Identifier: Apache-2.0

internal import Testing

@Suite("The checklist of gRPC")
struct ChecklistTests {
  private let house: House
  private let table: ChecklistTable

  init() throws {
    house = try House.read()
    table = ChecklistTable(house.checklist)
  }

  /// There is no R40.
  private static let numbers = (1...41).filter { $0 != 40 }.map { "R\($0)" }

  @Test("has every number once, in order, with what it demands and who says so")
  func complete() {
    #expect(table.rows.map(\.number) == Self.numbers)
    for row in table.rows {
      #expect(!row.demand.isEmpty && !row.source.isEmpty, "\(row.number)")
    }
  }

  @Test("names tests that there are, each of which names the number, or says why there is none")
  func tests() {
    let tests = Dictionary(house.tests.map { ($0.reference, $0) }) { first, _ in first }
    for row in table.rows {
      for (name, side) in [("server", row.server), ("client", row.client)] {
        switch side {
        case .tests(let references):
          for reference in references {
            guard let test = tests[reference] else {
              Issue.record("\(row.number): there is no test \(reference).")
              continue
            }
            #expect(
              test.numbers.contains(row.number),
              "\(row.number): \(reference) says only \"\(test.displayName)\".")
          }
        case .none(let reason):
          #expect(reason.count >= 12, "\(row.number): why is there no test of the \(name)?")
        case .unreadable(let cell):
          Issue.record("\(row.number): the cell of the \(name) can't be read: \(cell)")
        }
      }
    }
  }

  @Test("leaves out no test that names one of its numbers")
  func listed() {
    for test in house.tests {
      for number in test.numbers {
        let row = table.rows.first { $0.number == number }
        #expect(
          row?.tests.contains(test.reference) == true,
          "\(test.reference) belongs into the row of \(number) in Tests/CHECKLIST.md.")
      }
    }
  }

  @Test("R31: has the RPC family make none of the codes that are the services' own")
  func codesOfServices() {
    let codes =
      /(?m)(?:^|[(\[:])\s*\.(?:invalidArgument|notFound|alreadyExists|failedPrecondition|aborted|outOfRange|dataLoss)\b/
    for file in house.files where file.room.floor != nil && file.room.name.hasPrefix("RPC") {
      let code = file.code.map(\.text).joined(separator: "\n")
      for match in code.matches(of: codes)
      where !Exceptions.allow(file.path, String(match.output)) {
        Issue.record("\(file.path) makes a status of the services': \(match.output)")
      }
    }
  }

  @Test("R31: lets a handler end by nothing but a Status, so that no error's text gets out")
  func typedThrows() {
    for file in house.files where file.room.floor != nil && file.room.name.hasPrefix("RPC") {
      for (number, line) in file.code.enumerated() where line.holds("throws") {
        #expect(
          !line.text.contains(/\bthrows\b(?!\()/),
          "\(file.path):\(number + 1) throws any error: \(line.text)")
      }
    }
  }

  @Test(
    "finds tests and their names",
    arguments: [
      ("struct A {\n  @Test(\"R1, R2: b\")\n  func c() {}", "M/A/c", ["R1", "R2"]),
      (
        "extension A {\n  @Test(\n    \"R3: \\\"b\\\"\", arguments: [1])\n  func c(d: Int) {",
        "M/A/c", ["R3"]
      ),
      ("struct A {\n  @Test func c() {}", "M/A/c", []),
      ("final class A {\n  @Test(\"of R3: b\") func c() {}", "M/A/c", []),
    ] as [(String, String, [String])])
  func sees(source: String, reference: String, numbers: [String]) {
    let tests = NamedTest.all(in: source, module: "M")
    #expect(tests.map(\.reference) == [reference])
    #expect(tests.flatMap(\.numbers) == numbers)
  }

  @Test("reads a table's rows")
  func reads() {
    let table = ChecklistTable(
      """
      | number | demand | source | server | client |
      | --- | --- | --- | --- | --- |
      | R1 | a | b | `M/A/c`<br>`M/A/d` | — it has no client |
      | R2 | a | b |  | `M/A` |
      """)
    #expect(table.rows.map(\.number) == ["R1", "R2"])
    #expect(table.rows.first?.server == .tests(["M/A/c", "M/A/d"]))
    #expect(table.rows.first?.client == .none(reason: "it has no client"))
    #expect(table.rows.last?.server == .unreadable(""))
    #expect(table.rows.last?.client == .unreadable("`M/A`"))
  }
}
