// SPDX-License-Identifier: Apache-2.0

/// Words of anyone, written so that they can't begin a line or a field of their own, nor tell a
/// terminal anything.
package enum LogText {
  /// A value as logfmt has it: in quotation marks where it holds more than a plain word.
  package static func logfmt(_ value: String) -> String {
    let isPlain = value.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "=")
        && byte != UInt8(ascii: "\\")
    }
    if isPlain, !value.isEmpty { return value }
    return quoted(value) { "\\u{" + String($0.value, radix: 16) + "}" }
  }

  /// A value as a string of JSON.
  package static func json(_ value: String) -> String {
    quoted(value) { scalar in
      UTF16.width(scalar) == 1
        ? unit(UInt16(scalar.value))
        : unit(UTF16.leadSurrogate(scalar)) + unit(UTF16.trailSurrogate(scalar))
    }
  }

  private static func unit(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func quoted(_ value: String, escape: (Unicode.Scalar) -> String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case _ where isHidden(scalar): text += escape(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// Whether a scalar ends lines, steers terminals, or turns the order of what stands around it.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
