// SPDX-License-Identifier: Apache-2.0

/// The forms that a catalogue is exported in.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// One JSON array, a quote a line.
  case json
  /// One JSON object a line.
  case jsonl
  /// Comma-separated values (RFC 4180) with a header.
  case csv
  /// Texts and who said them, parted by lines with nothing but `%`, for fortune(6): ids, times,
  /// tags and what else there is don't fit in.
  case fortune

  /// What it is, as help tells it.
  package var explanation: String {
    switch self {
    case .json:
      "A JSON array with a quote a line: everything but etags, which mean nothing elsewhere."
    case .jsonl: "The same objects, one a line, without the array."
    case .csv:
      "RFC 4180 with a header; several tags are joined by ';'. A text that a spreadsheet would take "
        + "for a formula has an apostrophe put before it, which an import takes off again."
    case .fortune: "For fortune(6): texts, creators and sources alone; deleted quotes stay out."
    }
  }
}
