// SPDX-License-Identifier: Apache-2.0

/// Why bytes are no rules of a time zone.
package enum TimeZoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// They don't begin as a TZif file does.
  case notTZif
  /// They are of version 1, which ends in 2038 and has no rules after that.
  case oldVersion
  /// They end too early.
  case truncated
  /// Their clock counts leap seconds, as the files under `right/` do, and UTC here does not.
  case countsLeapSeconds
  /// A part of them says what can't be.
  case malformed(String)

  /// What is wrong, for a person.
  package var description: String {
    switch self {
    case .notTZif: "it is no time zone file (TZif)"
    case .oldVersion: "it is a time zone file of version 1, too old to use"
    case .truncated: "the time zone file is cut off"
    case .countsLeapSeconds: "its clock counts leap seconds"
    case .malformed(let part): "the time zone file has an impossible \(part)"
    }
  }
}
