// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import Testing

@Suite("The date of a pin")
struct PinDateTests {
  @Test(
    "is one date or a day of every year",
    arguments: ["2027-05-04", "--05-04", "--02-29", "--12-31"])
  func reads(text: String) throws {
    #expect(try PinDate(text).description == text)
  }

  @Test(
    "is refused where no year has the day",
    arguments: [
      "--02-30", "--13-01", "--00-10", "--04-31", "--4-3", "--", "-05-04", "--2000-05-04",
      "2027-02-29",
      "0000-01-01", "tomorrow", "",
    ])
  func refuses(text: String) {
    #expect(throws: CivilDateError.self) { try PinDate(text) }
  }

  @Test("tells what is wrong in the words of what was given")
  func words() {
    let error = #expect(throws: CivilDateError.self) { try PinDate("--02-30") }
    #expect(error?.description.hasPrefix("--02-30: February") == true)
  }

  @Test("has those of every year first, each kind in the order of its dates")
  func order() throws {
    let texts = ["2027-01-01", "--12-31", "--02-29", "2026-12-31", "--02-03"]
    #expect(
      try texts.map(PinDate.init).sorted().map(\.description)
        == ["--02-03", "--02-29", "--12-31", "2026-12-31", "2027-01-01"])
  }
}
