// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import Testing

@Suite("An amount of memory")
struct ByteCountTests {
  @Test(
    "is a whole number of bytes, KiB, MiB or GiB",
    arguments: [("0", 0), ("17", 17), ("8KiB", 8192), ("4MiB", 4_194_304), ("2GiB", 2_147_483_648)])
  func read(_ text: String, _ bytes: Int) {
    #expect(ByteCount(commandLine: text)?.bytes == bytes)
    #expect("\(ByteCount(bytes))" == text)
  }

  @Test(
    "is nothing else",
    arguments: ["", "KiB", "-1", "1.5MiB", "4MB", "4 MiB", "4mib", "9999999999GiB"])
  func refused(_ text: String) { #expect(ByteCount(commandLine: text) == nil) }

  @Test("says which amounts an option takes")
  func range() {
    let option = Option("size", value: Value("SIZE", .size(1024...4 << 20)), help: "How large.")
    let problem = option.value?.problem(with: "5MiB")
    #expect(problem == "it must be an amount such as 512KiB or 4MiB, from 1KiB to 4MiB")
    #expect(option.value?.problem(with: "4MiB") == nil)
  }
}
