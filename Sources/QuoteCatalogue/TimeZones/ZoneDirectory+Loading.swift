// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteSystem

extension ZoneDirectory {
  /// Where the system has its time zones: `TZDIR` where it is set, then `/usr/share/zoneinfo`.
  package static var systemFolders: [String] {
    [Host.environment("TZDIR"), "/usr/share/zoneinfo"].compactMap { $0 }.filter { !$0.isEmpty }
  }

  /// Reads all zones of the first folder that has any.
  package init(folders: [String]) throws(NoTimeZones) {
    for folder in folders {
      var loader = ZoneLoader(folder: folder)
      loader.load(prefix: "", depth: 0)
      guard !loader.zones.isEmpty else { continue }
      self.init(
        folder: folder, version: Self.version(in: folder), problems: loader.problems,
        zones: loader.zones)
      return
    }
    throw NoTimeZones(folders: folders)
  }

  /// Debian says it in the first line of `tzdata.zi`, macOS in a file of its own.
  private static func version(in folder: String) -> String? {
    if let bytes = try? File.read(folder + "/+VERSION", limit: 100) {
      return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }
    guard let bytes = try? File.read(folder + "/tzdata.zi", limit: 4 << 20) else { return nil }
    let line = String(decoding: bytes.prefix { $0 != 0x0A }.prefix(100), as: UTF8.self)
    let start = "# version "
    return line.hasPrefix(start) ? String(line.dropFirst(start.count)) : nil
  }
}

/// None of the folders holds a time zone.
package struct NoTimeZones: Error, Equatable, CustomStringConvertible {
  /// The folders that were looked into.
  package let folders: [String]

  /// What is wrong and what to do.
  package var description: String {
    "There are no time zones in \(folders.joined(separator: " or ")): install tzdata "
      + "(apt-get install tzdata), or set TZDIR to a folder that has them."
  }
}

/// Reads the files of a zoneinfo folder.
private struct ZoneLoader {
  let folder: String
  var zones: [String: TimeZoneRules] = [:]
  var problems: [String] = []
  /// Many zones have other names, as links or as copies: rules that are the same share memory.
  private var rulesByBytes: [[UInt8]: TimeZoneRules] = [:]

  init(folder: String) { self.folder = folder }

  /// Reads a folder and those in it; zones lie three deep (`America/Argentina/Ushuaia`).
  mutating func load(prefix: String, depth: Int) {
    guard depth < 4, let names = try? File.names(in: folder + "/" + prefix) else { return }
    for name in names where isZoneName(name) && !(depth == 0 && Self.others.contains(name)) {
      let zone = prefix + name
      if File.isDirectory(folder + "/" + zone) {
        load(prefix: zone + "/", depth: depth + 1)
      } else if File.isRegular(folder + "/" + zone) {
        read(zone)
      }
    }
  }

  private mutating func read(_ zone: String) {
    let bytes: [UInt8]
    do {
      bytes = try File.read(folder + "/" + zone, limit: 256 << 10)
    } catch {
      problems.append("\(zone): \(error)")
      return
    }
    if let rules = rulesByBytes[bytes] {
      zones[zone] = rules
      return
    }
    let rules: TimeZoneRules
    do {
      rules = try TimeZoneRules(tzif: bytes)
    } catch .notTZif {
      return  // Lists and notes lie among the zones.
    } catch {
      problems.append("\(zone): \(error)")
      return
    }
    rulesByBytes[bytes] = rules
    zones[zone] = rules
  }

  /// Whether a name is made of `A-Z a-z 0-9 _ + -` only, as a part of a zone's name is.
  private func isZoneName(_ name: String) -> Bool {
    name.utf8.allSatisfy { byte in
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x5F, 0x2B, 0x2D: true
      default: false
      }
    }
  }

  /// Beside the zones: copies of them all, those with leap seconds, and names that mean what this
  /// machine happens to be set to.
  private static let others: Set<String> = ["posix", "right", "localtime", "posixrules"]
}
