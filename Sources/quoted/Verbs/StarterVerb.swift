// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteSystem
internal import QuoteWire

/// `quoted starter remove`: the catalogue without what it was founded with.
enum StarterVerb {
  static let command = Command(
    "starter",
    summary: "Deals with the quotes that every new catalogue begins with.",
    commands: [
      Command(
        "remove",
        summary: "Removes the quotes that have the tag starter.",
        discussion: [
          "Days that are fixed to one of them keep it. To keep a quote, take its tag away first: "
            + "quote edit ID --tag OTHER."
        ],
        options: [QuotedProgram.data],
        examples: [Example("quoted starter remove", "Leaves your own quotes only.")])
    ])

  static let verb = Verb("starter", "remove") { invocation in
    let response = try await QuotedProgram.atDesk(of: invocation) { desk in
      try await desk.call(RemoveStarterQuotes.self, RemoveStarterQuotesRequest())
    }
    try? StandardStream.error.write(
      "removed \(response.removedCount) starter quotes; the catalogue is at revision "
        + "\(response.revision)\n")
    return .success
  }
}
