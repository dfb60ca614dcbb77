// SPDX-License-Identifier: Apache-2.0

extension Host {
  /// The IANA name of the machine's own time zone, or nil where it can't be told.
  package static func timeZoneName() -> String? {
    let file = try? File.read("/etc/timezone", limit: 256)
    return timeZoneName(
      variable: environment("TZ"), link: File.linkTarget("/etc/localtime"),
      file: file.map { String(decoding: $0, as: UTF8.self) })
  }

  /// The IANA name that a machine's settings amount to, or nil where it can't be told.
  ///
  /// - Parameters:
  ///   - variable: `TZ`: it decides where it is set. Empty means UTC (POSIX, section 8.3), and a
  ///     rule such as `CET-1CEST` has no name.
  ///   - link: What `/etc/localtime` points to: a file of a zone in a folder `zoneinfo`.
  ///   - file: What `/etc/timezone` holds, as Debian keeps it: the name on its first line.
  package static func timeZoneName(variable: String?, link: String?, file: String?) -> String? {
    if let variable {
      let text = variable.hasPrefix(":") ? variable.dropFirst() : variable[...]
      if text.isEmpty { return "UTC" }
      return text.hasPrefix("/") ? zoneName(ofFile: text) : zoneName(text)
    }
    if let name = link.flatMap({ zoneName(ofFile: $0[...]) }) { return name }
    return file?.split(separator: "\n").first.flatMap { zoneName($0) }
  }

  /// The name in the path of a zone's file.
  private static func zoneName(ofFile path: Substring) -> String? {
    let folder = "zoneinfo/"
    guard let range = path.ranges(of: folder).last else { return nil }
    var name = path[range.upperBound...]
    for variant in ["posix/", "right/"] where name.hasPrefix(variant) {
      name = name.dropFirst(variant.count)
    }
    return zoneName(name)
  }

  private static func zoneName(_ text: Substring) -> String? {
    let isSpelledSo = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "_+/-".utf8.contains(byte)
      }
    }
    guard isSpelledSo, text.first?.isLetter == true, text != "localtime" else { return nil }
    // Without a slash, digits make it a rule; a few rules are names too.
    let isRule = !text.contains("/") && text.contains { $0.isNumber }
    return isRule && !rulesWithName.contains(String(text)) ? nil : String(text)
  }

  private static let rulesWithName: Set<String> = [
    "EST5EDT", "CST6CDT", "MST7MDT", "PST8PDT", "GMT0", "GMT+0", "GMT-0",
  ]
}
