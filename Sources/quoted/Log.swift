// SPDX-License-Identifier: Apache-2.0

internal import QuoteSystem

/// Writes one line an event to the standard error, in logfmt.
struct Log: Sendable {
  /// How much an event matters.
  enum Level: String {
    case info
    case warning
    case error
  }

  /// Writes an event and what belongs to it. That the standard error can't be written has nobody
  /// to be told to.
  func callAsFunction(
    _ level: Level, _ event: String, _ fields: KeyValuePairs<String, String> = [:]
  ) {
    var line = "level=\(level.rawValue) event=\(Self.quoted(event))"
    for (name, value) in fields { line += " \(name)=\(Self.quoted(value))" }
    try? StandardStream.error.write(line + "\n")
  }

  /// A value as logfmt has it: in quotation marks where it holds more than a plain word, so that
  /// nothing that a peer sent can begin a line or a field of its own.
  static func quoted(_ value: String) -> String {
    let isPlain = value.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "=")
        && byte != UInt8(ascii: "\\")
    }
    if isPlain, !value.isEmpty { return value }
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case _ where scalar.properties.generalCategory == .control:
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
