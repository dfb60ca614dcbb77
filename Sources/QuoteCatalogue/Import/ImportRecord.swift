// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteText

/// What a reader of an import file finds.
package enum ImportItem: Hashable, Sendable {
  /// A quote, not yet checked against the catalogue's limits.
  case record(ImportRecord)
  /// Something to report.
  case problem(ImportProblem)
}

/// A quote of an import file, and where it stands.
package struct ImportRecord: Hashable, Sendable {
  /// Text, creator, source, language, attribution and rating, as far as the file tells.
  package var quote: Quote
  /// The 1-based line of the file that it begins on.
  package var line: Int
}

/// Why a part of an import file was not taken, or may not be what was meant.
package struct ImportProblem: Hashable, Sendable, CustomStringConvertible {
  /// Whether anything was lost.
  package enum Severity: Hashable, Sendable {
    /// The record is taken, and should be looked at.
    case warning
    /// The record is not taken.
    case rejection
  }

  /// The file, as the caller named it.
  package let file: String
  /// The 1-based line; 0 = the file as a whole.
  package let line: Int
  /// A sentence that says what is wrong and what would help.
  package let reason: String
  /// Whether anything was lost.
  package let severity: Severity

  /// Creates a problem.
  package init(file: String, line: Int, reason: String, severity: Severity) {
    self.file = file
    self.line = line
    self.reason = reason
    self.severity = severity
  }

  /// One line as compilers write it, such as `quotes.txt:12: warning: …`, without anything that a
  /// terminal would obey: a reason may quote what the file holds.
  package var description: String {
    let place = line > 0 ? "\(file):\(line)" : file
    let text = "\(place): \(severity == .warning ? "warning" : "rejected"): \(reason)"
    return TextInspection.removingRefused(from: text).replacing("\n", with: " ")
  }
}
