// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import Testing

@Suite("A mistaken command line")
struct UsageErrorTests {
  @Test(
    "is told what is wrong and what would be right",
    arguments: [
      ("--from x", "unknown option --from; did you mean --form?"),
      ("--foo", "unknown option --foo; did you mean --form?"),
      ("list --sizes=3", "unknown option --sizes; did you mean --size?"),
      ("--dat 2027-01-01", "unknown option --dat; did you mean --date?"),
      ("list --quite-different", "unknown option --quite-different"),
      ("list -x", "unknown option -x"),
      ("lsit", "unknown command 'lsit'; did you mean 'list'?"),
      ("sing", "unknown command 'sing'; choose daily, list, get, move or starter"),
      ("help sing", "there is no help on 'sing'; choose daily, list, get, move or starter"),
      ("starter", "a command is missing; choose remove"),
      ("list --size", "--size needs a value, COUNT"),
      (
        "daily --date --verbose",
        "--date needs a value, DATE; one that begins with a dash is given as --date=--verbose"
      ),
      ("list --size many", "--size can't be 'many': it must be a whole number from -1 to 1000"),
      ("list -n 1001", "-n can't be '1001': it must be a whole number from -1 to 1000"),
      ("list --size=", "--size can't be '': it must be a whole number from -1 to 1000"),
      ("--form xml", "--form can't be 'xml': choose table or json"),
      ("--server=", "--server can't be '': it must not be empty"),
      (
        "list --wait soon",
        "--wait can't be 'soon': it must be a span of time such as 500ms, 10s or 2m"
      ),
      ("list --wait 0s", "--wait can't be '0s': it must be from 1ms to 1h"),
      (
        "list --wait 9999999999999999999h",
        "--wait can't be '9999999999999999999h': it must be a span of time such as 500ms, 10s or 2m"
      ),
      ("list --all=yes", "--all takes no value"),
      ("get", "ID is missing"),
      ("move", "PLACE is missing"),
      ("move attic box lid", "unexpected argument 'lid'"),
      ("daily now", "unexpected argument 'now'"),
    ])
  func messages(line: String, message: String) {
    #expect(Sample.error(line)?.message == message)
    #expect(Sample.error(line)?.status == .usage)
  }

  @Test("names the command whose help would tell more")
  func path() {
    #expect(
      Sample.error("list --sizes=3")?.description == """
        sample: unknown option --sizes; did you mean --size?
        Try 'sample list --help'.
        """)
  }

  @Test("is a matter of configuration where the environment is at fault")
  func environment() {
    let error = Sample.error("list", environment: ["QUOTE_FORM": "xml"])
    #expect(error?.status == .configuration)
    #expect(
      error?.message
        == "the environment variable QUOTE_FORM can't be 'xml': choose table or json")
  }
}
