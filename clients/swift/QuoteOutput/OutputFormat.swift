// SPDX-License-Identifier: Apache-2.0

/// The forms that results can be shown in: the one table of them.
package enum OutputFormat: String, CaseIterable, Sendable {
  /// For a person at a terminal.
  case table
  /// One JSON document.
  case json
  /// One JSON object a line.
  case jsonl
  /// Comma-separated values (RFC 4180).
  case csv
  /// The words alone.
  case plain

  /// What it is, as help tells it.
  package var explanation: String {
    switch self {
    case .table: "For reading: wrapped to the terminal's width."
    case .json:
      "The response in the contract's JSON form, as gRPC tools print it: a field goes by its JSON "
        + "name and is left out where it is empty, 0 or false; times are in RFC 3339. A list always "
        + "has quotes and nextPageToken; get has the form of a list."
    case .jsonl:
      "One JSON object a line: each quote, creator, tag, calendar or day of a list, the whole "
        + "response of daily and compose."
    case .csv:
      "RFC 4180 with a header; the columns have the JSON names, several tags are joined by ';'. "
        + "A text that a spreadsheet would take for a formula (it begins with =, +, -, @, a tab "
        + "or a carriage return) has an apostrophe put before it; take json where the exact text "
        + "matters."
    case .plain: "The words and who said them, never wrapped; of a message its text alone."
    }
  }
}
