// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

extension Quote {
  /// Who said it and where, on one line: "William Shakespeare, Hamlet, act 1, scene 3 (1603)".
  ///
  /// It says so where that is in doubt. Unknown parts are left out; nothing known = "Unknown".
  var citation: String {
    var line = [creator.isEmpty ? "Unknown" : creator, source].filter { !$0.isEmpty }
      .joined(separator: ", ")
    if year != 0 { line += " (\(yearText))" }
    switch attribution {
    case .disputed: line += " [disputed]"
    case .misattributed: line += " [misattributed]"
    default: break
    }
    return line
  }

  /// The year as people write it: "380 BCE"; empty where it isn't known.
  var yearText: String {
    switch year {
    case 0: ""
    case ..<0: "\(year.magnitude) BCE"
    default: "\(year)"
    }
  }
}
