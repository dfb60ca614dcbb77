// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import Testing

@Suite("A rate")
struct RateTests {
  @Test(
    "is so many times in a second, a minute or an hour",
    arguments: [
      ("100/s", Duration.milliseconds(10)), ("1/m", .seconds(60)), ("3600/h", .seconds(1)),
      ("1000000/s", .microseconds(1)),
    ])
  func readable(text: String, interval: Duration) throws {
    #expect(try #require(Rate(commandLine: text)).interval == interval)
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "100", "/s", "0/s", "-1/s", "+1/s", "1.5/s", "1/d", "1/", "1/s/s", "1000001/s", "1 /s",
      "٣/s",
    ])
  func unreadable(text: String) { #expect(Rate(commandLine: text) == nil) }
}
