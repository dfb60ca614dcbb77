// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteSystem
internal import QuoteWire
internal import RPCTelemetry

/// `quoted audit`: who changed what.
enum AuditVerb {
  private static let count = Option(
    "count", short: "n", value: Value("COUNT", .integer(1...Int(Int32.max))),
    help: "How many changes to show.", defaultValue: "50")

  static let command = Command(
    "audit",
    summary: "Shows what was changed, when and by whom: one line a change, the last first.",
    discussion: [
      "Each line is logfmt. The actor is the id of a token, or local for who worked with quoted on "
        + "the machine itself."
    ],
    options: [count, QuotedProgram.data],
    examples: [
      Example("quoted audit -n 10", "Shows the last ten changes."),
      Example("quoted audit -n 100000 | grep action=PurgeQuote", "Shows what was purged."),
    ])

  static let verb = Verb("audit") { invocation in
    try await QuotedProgram.atDesk(of: invocation) { desk in
      var left = invocation.integer(count) ?? 0
      var request = ListAuditRequest()
      while left > 0 {
        request.pageSize = Int32(min(left, 1_000))
        let entries = try await desk.call(ListAudit.self, request).entries
        guard let last = entries.last else { break }
        try StandardStream.output.write(entries.map(line).joined())
        left -= entries.count
        request.beforeNumber = last.number
        // There is no number below 1, and 0 would mean from the last on.
        guard last.number > 1 else { break }
      }
    }
    return .success
  }

  private static func line(_ entry: AuditEntry) -> String {
    let fields = [
      ("number", "\(entry.number)"), ("time", entry.time?.contractText ?? ""),
      ("revision", "\(entry.revision)"), ("actor", entry.actor), ("action", entry.action),
      ("target", entry.target), ("detail", entry.detail),
    ]
    let shown = fields.filter { !$0.1.isEmpty }
    return shown.map { "\($0)=\(LogText.logfmt($1))" }.joined(separator: " ") + "\n"
  }
}
