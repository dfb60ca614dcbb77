// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteSystem
internal import QuoteWire

/// `quoted doctor`: whether everything is as it should be.
enum DoctorVerb {
  static let command = Command(
    "doctor",
    summary: "Examines the store, the calendars, the time zones, the clock and the machine.",
    discussion: [
      "One line for each thing: good, warning or fault, what it is, and how it is. Where a server "
        + "has the directory, it examines itself. The exit status is 1 where there is a fault."
    ],
    options: [QuotedProgram.data],
    examples: [
      Example("quoted doctor", "Examines ./quoted-data."),
      Example("quoted doctor || mail -s 'quoted is ill' admin", "Tells somebody."),
    ])

  static let verb = Verb("doctor") { invocation in
    let findings: [Finding]
    do {
      findings = try await QuotedProgram.atDesk(of: invocation) { desk in
        try await desk.call(GetStatus.self, GetStatusRequest()).findings
      }
    } catch let failure as Failure where failure.status != .noInput {
      // A catalogue that can't be opened is what a doctor is called for.
      var finding = Finding()
      finding.subject = "store"
      finding.level = .fault
      finding.message = failure.message
      findings = [finding]
    }
    let rows = findings.map { [name($0.level), $0.subject, $0.message] }
    try StandardStream.output.write(TextTable.text(rows))
    return findings.contains { $0.level == .fault } ? .ill : .success
  }

  private static func name(_ level: FindingLevel) -> String {
    switch level {
    case .good: "good"
    case .warning: "warning"
    default: "fault"
    }
  }
}

extension ExitStatus {
  /// 1: the doctor has found a fault.
  fileprivate static let ill = Self(rawValue: 1)
}
