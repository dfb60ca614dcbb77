// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// All time zones of the system, read once and never changed; asking it reads no file.
///
/// The rules are those of the zoneinfo files (package tzdata), which the system keeps up to date.
/// To take newer files up, load another directory.
package struct ZoneDirectory: Sendable {
  /// The folder the zones were read from.
  package let folder: String
  /// The release of the time zone database, such as `2025b`; nil where the folder does not say.
  package let version: String?
  /// Files that look like zones and can't be used, each with the reason; in order of their names.
  package let problems: [String]
  private let zones: [String: TimeZoneRules]
  private let suggestions: ZoneSuggestions

  init(
    folder: String, version: String?, problems: [String], zones: [String: TimeZoneRules]
  ) {
    self.folder = folder
    self.version = version
    self.problems = problems
    self.zones = zones
    suggestions = ZoneSuggestions(names: zones.keys.sorted())
  }

  /// The names of all zones, sorted; other names of the same zone count.
  package var names: [String] { suggestions.names }

  /// The rules of a zone, by its IANA name as it is written, such as `Europe/Berlin`.
  package func rules(named name: String) throws(UnknownZone) -> TimeZoneRules {
    guard let rules = zones[name] else {
      throw UnknownZone(name: name, suggestions: suggestions.names(like: name))
    }
    return rules
  }
}

/// There is no time zone of a name.
package struct UnknownZone: Error, Equatable, CustomStringConvertible {
  /// The name that was asked for.
  package let name: String
  /// Names that may have been meant, the likeliest first; at most three.
  package let suggestions: [String]

  /// What is wrong and what would be right.
  package var description: String {
    let problem = "\(Excerpt(name)) is not a time zone"
    guard let likeliest = suggestions.first else {
      return problem + "; IANA names look like Europe/Berlin"
    }
    let others = suggestions.dropFirst().map { " or \($0)" }.joined()
    return problem + " (did you mean \(likeliest)\(others)?)"
  }
}
