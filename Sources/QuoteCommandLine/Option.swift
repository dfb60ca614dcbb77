// SPDX-License-Identifier: Apache-2.0

/// Something a person may say to a command by name: a flag, or a name with a value.
package struct Option: Sendable, Hashable {
  /// The name without dashes: "page-size".
  package let name: String
  /// The letter that means the same after one dash.
  package let short: Character?
  /// What its value is and may be; nil for a flag.
  package let value: Value?
  /// What it does, as a sentence.
  package let help: String
  /// What holds where it isn't given, as a person would type it.
  package let defaultValue: String?
  /// The variable that is read where it isn't given; it goes before the default.
  package let environment: String?
  /// Whether it may be given more than once, each time with one more value. Where it may not,
  /// the last one counts.
  package let isRepeatable: Bool

  /// Creates an option that takes a value.
  package init(
    _ name: String,
    short: Character? = nil,
    value: Value,
    help: String,
    defaultValue: String? = nil,
    environment: String? = nil,
    isRepeatable: Bool = false
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
    self.defaultValue = defaultValue
    self.environment = environment
    self.isRepeatable = isRepeatable
    if let defaultValue {
      precondition(value.problem(with: defaultValue) == nil, "--\(name) refuses its own default.")
    }
  }

  /// Creates a flag: given or not.
  ///
  /// - Parameter environment: A variable that gives it too, by 1, true or yes.
  package init(
    flag name: String, short: Character? = nil, help: String, environment: String? = nil
  ) {
    self.name = name
    self.short = short
    value = nil
    self.help = help
    defaultValue = nil
    self.environment = environment
    isRepeatable = false
  }

  /// `--help`: every command has it.
  package static let help = Option(flag: "help", short: "h", help: "Shows this help.")
  /// `--version`: every command has it.
  package static let version = Option(flag: "version", help: "Shows the version.")
}

/// Something a command takes by its place, without a name.
package struct Argument: Sendable, Hashable {
  /// How many of them a command takes.
  package enum Count: Sendable, Hashable {
    /// Exactly one.
    case one
    /// One or none.
    case oneOrNone
    /// One at least.
    case oneOrMore
    /// Any number, or none.
    case any
  }

  /// What it is and may be; its placeholder is also its name.
  package let value: Value
  /// How many.
  package let count: Count
  /// What it means, as a sentence.
  package let help: String

  /// Creates an argument.
  package init(_ value: Value, count: Count, help: String) {
    self.value = value
    self.count = count
    self.help = help
  }

  /// The word that stands for it.
  package var name: String { value.placeholder }
}
