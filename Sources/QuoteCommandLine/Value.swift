// SPDX-License-Identifier: Apache-2.0

/// What the value of an option or argument is and may be.
package struct Value: Sendable, Hashable {
  /// What kinds of value there are; each is checked before a command runs.
  package enum Kind: Sendable, Hashable {
    /// Any text that isn't empty.
    case text
    /// One of these words, exactly.
    case choice([String])
    /// A whole number in a range.
    case integer(ClosedRange<Int>)
    /// A span of time: a whole number with ms, s, m or h after it; seconds without.
    case duration(ClosedRange<Duration>)
    /// An amount of memory in bytes, in a range: a whole number with KiB or MiB after it; bytes
    /// without.
    case size(ClosedRange<Int>)
    /// So many times in a period: a whole number, a slash, and s, m or h.
    case rate
    /// The path of a file; whether it is there is the command's to find out.
    case file
    /// The path of a directory; whether it is there is the command's to find out.
    case directory
  }

  /// The word that stands for it in help, in capitals.
  package let placeholder: String
  /// What it may be.
  package let kind: Kind

  /// Creates a description of a value.
  package init(_ placeholder: String, _ kind: Kind = .text) {
    self.placeholder = placeholder
    self.kind = kind
  }

  /// What a text would have to be, where it isn't; nil where it is fine.
  package func problem(with text: String) -> String? {
    switch kind {
    case .text, .file, .directory:
      return text.isEmpty ? "it must not be empty" : nil
    case .choice(let choices):
      return choices.contains(text) ? nil : "choose \(Self.list(choices))"
    case .integer(let range):
      if let number = Int(text), range.contains(number) { return nil }
      return "it must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .size(let range):
      if let count = ByteCount(commandLine: text), range.contains(count.bytes) { return nil }
      let bounds = "\(ByteCount(range.lowerBound)) to \(ByteCount(range.upperBound))"
      return "it must be an amount such as 512KiB or 4MiB, from \(bounds)"
    case .rate:
      return Rate(commandLine: text) == nil
        ? "it must be a rate from 1 to 1000000 such as 100/s, 3000/m or 50000/h" : nil
    case .duration(let range):
      guard let duration = Duration(commandLine: text) else {
        return "it must be a span of time such as 500ms, 10s or 2m"
      }
      if range.contains(duration) { return nil }
      let bounds = "\(range.lowerBound.commandLine) to \(range.upperBound.commandLine)"
      return "it must be from \(bounds)"
    }
  }

  /// Joins words as a sentence does: "a, b or c".
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}

extension Duration {
  /// A span of time as a person types it: a whole number with ms, s, m or h; seconds without.
  package init?(commandLine text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int64(digits) else { return nil }
    let milliseconds: Int64
    switch text.dropFirst(digits.count) {
    case "ms": milliseconds = 1
    case "s", "": milliseconds = 1000
    case "m": milliseconds = 60_000
    case "h": milliseconds = 3_600_000
    default: return nil
    }
    let (product, overflows) = count.multipliedReportingOverflow(by: milliseconds)
    guard !overflows else { return nil }
    self = .milliseconds(product)
  }

  /// The span in milliseconds; what is finer is cut off.
  package var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }

  /// The shortest exact spelling that `init(commandLine:)` reads, in whole milliseconds.
  package var commandLine: String {
    let (seconds, fraction) = wholeMilliseconds.quotientAndRemainder(dividingBy: 1000)
    if fraction != 0 { return "\(wholeMilliseconds)ms" }
    if seconds != 0, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
    if seconds != 0, seconds % 60 == 0 { return "\(seconds / 60)m" }
    return "\(seconds)s"
  }
}
