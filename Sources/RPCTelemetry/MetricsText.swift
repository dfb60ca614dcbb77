// SPDX-License-Identifier: Apache-2.0

/// Metrics in Prometheus's text format, version 0.0.4: put together family by family, since all
/// samples of one must stand together.
package struct MetricsText: Sendable {
  /// What kind of number a family has.
  package enum Kind: String, Sendable {
    /// It only rises while the process runs.
    case counter
    /// It rises and falls.
    case gauge
    /// How often values were at most as large as each of some bounds.
    case histogram
  }

  /// A label's name and value.
  package typealias Label = (name: String, value: String)

  /// How a response says what it has.
  package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// All of it so far.
  package private(set) var text = ""
  private var family = ""

  /// Creates an empty text.
  package init() {}

  /// Begins a family; its samples follow.
  package mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    family = name
    text += "# HELP \(name) \(Self.escaped(help, isQuoted: false))\n"
    text += "# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Adds a sample of the family.
  package mutating func add(_ value: Int, _ labels: [Label] = []) {
    add("\(value)", suffix: "", labels)
  }

  /// Adds a sample of the family.
  package mutating func add(_ value: Double, _ labels: [Label] = []) {
    add("\(value)", suffix: "", labels)
  }

  /// A family of one sample without labels.
  package mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    begin(name, kind, help)
    add(value)
  }

  /// A family of one sample without labels.
  package mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    begin(name, kind, help)
    add(value)
  }

  /// Adds a histogram of durations to the family, in seconds.
  ///
  /// - Parameters:
  ///   - bounds: The bounds in nanoseconds, the smallest first.
  ///   - counts: How many were within each bound and above the one before; then how many were above
  ///     all bounds.
  ///   - nanoseconds: The sum of all.
  package mutating func addHistogram(
    bounds: [UInt64], counts: [Int], nanoseconds: Int, _ labels: [Label]
  ) {
    var total = 0
    for (index, count) in counts.enumerated() {
      total += count
      let bound = index < bounds.count ? "\(Double(bounds[index]) / 1e9)" : "+Inf"
      add("\(total)", suffix: "_bucket", labels + [("le", bound)])
    }
    add("\(Double(nanoseconds) / 1e9)", suffix: "_sum", labels)
    add("\(total)", suffix: "_count", labels)
  }

  private mutating func add(_ value: String, suffix: String, _ labels: [Label]) {
    text += family + suffix
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value, isQuoted: true))\"" }
      text += "{" + pairs.joined(separator: ",") + "}"
    }
    text += " " + value + "\n"
  }

  private static func escaped(_ value: String, isQuoted: Bool) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\"" where isQuoted: text += "\\\""
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
