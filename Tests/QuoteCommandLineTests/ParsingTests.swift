// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import Testing

@Suite("A command line")
struct ParsingTests {
  @Test(
    "gives an option its value however it is spelled",
    arguments: [
      "list --size 5", "list --size=5", "list -n 5", "list -n5", "list -n=5", "list -an5",
      "list -va -n 5", "list --size 7 --size 5",
    ])
  func spellings(line: String) throws {
    let invocation = try #require(try Sample.invocation(line))
    #expect(invocation.integer(Sample.size) == 5)
    #expect(invocation.path == ["sample", "list"])
  }

  @Test("bundles flags after one dash")
  func bundles() throws {
    let invocation = try #require(try Sample.invocation("list -va"))
    #expect(invocation.has(Sample.verbose))
    #expect(invocation.has(Sample.all))
    #expect(try Sample.invocation("list")?.has(Sample.all) == false)
  }

  @Test("keeps every value of an option that may be repeated")
  func repeated() throws {
    let invocation = try #require(try Sample.invocation("list --tag life --tag=a=b"))
    #expect(invocation.texts(Sample.tags) == ["life", "a=b"])
  }

  @Test(
    "takes the options of a command above before and after the name of one below",
    arguments: ["--server h:1 list", "list --server h:1", "-s h:1 list", "-sh:1 list"])
  func inherited(line: String) throws {
    #expect(try Sample.invocation(line)?.text(Sample.server) == "h:1")
  }

  @Test(
    "runs the stand-in where no command is named",
    arguments: ["", "--form json", "--date 2027-01-01", "-v --date=2027-01-01"])
  func standIn(line: String) throws {
    #expect(try Sample.invocation(line)?.path == ["sample", "daily"])
  }

  @Test("goes down to a command below a command")
  func nested() throws {
    #expect(try Sample.invocation("starter remove")?.path == ["sample", "starter", "remove"])
  }

  @Test("takes a negative number and a lone dash as values")
  func dashes() throws {
    #expect(try Sample.invocation("list -n -1")?.integer(Sample.size) == -1)
    #expect(try Sample.invocation("list --size=-1")?.integer(Sample.size) == -1)
    #expect(try Sample.invocation("daily --date -")?.text(Sample.date) == "-")
    #expect(try Sample.invocation("get -")?.texts(Sample.ids) == ["-"])
  }

  @Test("takes all that follows two dashes as arguments")
  func onlyArguments() throws {
    let invocation = try #require(try Sample.invocation("get a -v -- -b --server --"))
    #expect(invocation.texts(Sample.ids) == ["a", "-b", "--server", "--"])
    #expect(invocation.has(Sample.verbose))
    #expect(invocation.origin(Sample.server) == .defaultValue)
  }

  @Test("hands arguments out by their places")
  func places() throws {
    let both = try #require(try Sample.invocation("move attic box"))
    #expect(both.text(Sample.place) == "attic")
    #expect(both.text(Sample.file) == "box")
    #expect(try Sample.invocation("move attic")?.text(Sample.file) == nil)
  }

  @Test("goes before the environment, and that before the default")
  func precedence() throws {
    let environment = ["QUOTE_SERVER": "env:2", "LOUD": "yes", "QUOTE_FORM": ""]
    let given = try #require(try Sample.invocation("-s line:1", environment: environment))
    #expect(given.text(Sample.server) == "line:1")
    #expect(given.origin(Sample.server) == .commandLine)
    let silent = try #require(try Sample.invocation("", environment: environment))
    #expect(silent.text(Sample.server) == "env:2")
    #expect(silent.origin(Sample.server) == .environment("QUOTE_SERVER"))
    #expect(silent.has(Sample.verbose))
    #expect(silent.origin(Sample.form) == .defaultValue, "an empty variable counts as unset")
    #expect(silent.origin(Sample.date) == nil)
  }

  @Test(
    "takes a flag's variable for what it says, in any case",
    arguments: [
      ("1", true), ("TRUE", true), ("Yes", true), ("on", true), ("0", false), ("False", false),
      ("NO", false), ("off", false), ("", false),
    ])
  func flagVariable(_ text: String, _ isOn: Bool) throws {
    #expect(try Sample.invocation("", environment: ["LOUD": text])?.has(Sample.verbose) == isOn)
  }

  @Test("refuses a flag's variable that says neither yes nor no", arguments: ["maybe", "2", "tru"])
  func unclearFlag(_ text: String) {
    #expect(throws: UsageError.self) {
      try Sample.invocation("", environment: ["LOUD": text])
    }
  }

  @Test(
    "reads spans of time with their units",
    arguments: [
      ("250ms", Duration.milliseconds(250)), ("10s", .seconds(10)), ("10", .seconds(10)),
      ("2m", .seconds(120)), ("1h", .seconds(3600)),
    ])
  func durations(text: String, expected: Duration) throws {
    #expect(try Sample.invocation("list --wait \(text)")?.duration(Sample.wait) == expected)
  }

  @Test(
    "counts a span of time in milliseconds, whole seconds or not",
    arguments: [
      (Duration.zero, Int64(0)), (.milliseconds(250), 250), (.seconds(10), 10_000),
      (.milliseconds(1_500), 1_500), (.microseconds(1_999), 1),
    ])
  func milliseconds(span: Duration, expected: Int64) {
    #expect(span.wholeMilliseconds == expected)
  }
}
