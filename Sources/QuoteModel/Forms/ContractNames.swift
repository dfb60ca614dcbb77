// SPDX-License-Identifier: Apache-2.0

/// A number with a name in the contract, from 1 on; 0 says nothing and has none.
package protocol ContractNamed: RawRepresentable where RawValue == Int32 {
  /// What the names have in common: `RATING_`.
  static var contractPrefix: String { get }
  /// The names behind the prefix, of 1, 2 and so on.
  static var contractNames: [String] { get }
}

extension ContractNamed {
  /// The name as protobuf's JSON form has it, such as `RATING_MATURE`; nil for 0 and for a number
  /// without a name.
  package var contractName: String? {
    let index = Int(rawValue) - 1
    return Self.contractNames.indices.contains(index)
      ? Self.contractPrefix + Self.contractNames[index] : nil
  }

  /// The value of a name, with or without the prefix, in any case, with dashes or underscores; nil
  /// for an unknown one.
  package init?(contractName name: String) {
    let name = name.uppercased().replacing("-", with: "_")
    let short =
      name.hasPrefix(Self.contractPrefix)
      ? String(name.dropFirst(Self.contractPrefix.count)) : name
    if short == "UNSPECIFIED" {
      self.init(rawValue: 0)
    } else if let index = Self.contractNames.firstIndex(of: short) {
      self.init(rawValue: Int32(index + 1))
    } else {
      return nil
    }
  }
}

extension Attribution: ContractNamed {
  package static let contractPrefix = "ATTRIBUTION_"
  package static let contractNames = ["VERIFIED", "ATTRIBUTED", "DISPUTED", "MISATTRIBUTED"]
}

extension Rating: ContractNamed {
  package static let contractPrefix = "RATING_"
  package static let contractNames = ["GENERAL", "MATURE"]
}

extension DailyReason: ContractNamed {
  package static let contractPrefix = "DAILY_REASON_"
  package static let contractNames = ["SCHEDULED", "PINNED", "REPLACED", "WITHDRAWN"]
}

extension Certainty: ContractNamed {
  package static let contractPrefix = "CERTAINTY_"
  package static let contractNames = ["FIXED", "EXPECTED"]
}

extension FlawKind: ContractNamed {
  package static let contractPrefix = "FLAW_KIND_"
  package static let contractNames = [
    "NEAR_DUPLICATE", "MISSING_SOURCE", "ODD_CHARACTERS", "MIXED_SCRIPTS", "OTHER_CREATOR",
    "CREATOR_SPELLING", "MISSING_CREATOR", "LANGUAGE_CONTRADICTS_SCRIPT",
  ]
}
