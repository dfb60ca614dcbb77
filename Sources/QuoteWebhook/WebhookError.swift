// SPDX-License-Identifier: Apache-2.0

/// Why nothing can be posted at all.
package enum WebhookError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is no URL that can be posted to.
  case badURL
  /// A header line can't be one.
  case badHeader(String)
  /// The machine has no libcurl.
  case noLibrary(String)

  /// What is wrong and what would be right; it never holds the URL, which is as good as a password.
  package var description: String {
    switch self {
    case .badURL: "give an http or https URL, such as https://hooks.slack.com/services/…"
    case .badHeader(let name): "a header is a line such as 'Authorization: Bearer …', not \(name)"
    case .noLibrary(let problem):
      "posting needs libcurl, which can't be used here (\(problem)): install it, Debian's libcurl4 "
        + "for example"
    }
  }
}
