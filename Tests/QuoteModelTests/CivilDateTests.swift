// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import Testing

@Suite("A civil date")
struct CivilDateTests {
  @Test("ends with the year 9999")
  func bounds() {
    #expect(CivilDate(daysSinceEpoch: 2_932_896) != nil)
    #expect(CivilDate(daysSinceEpoch: 2_932_897) == nil)
  }
}
