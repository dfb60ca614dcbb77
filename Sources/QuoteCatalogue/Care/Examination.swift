// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// What the numbers of a server mean: good, worth a look, or a fault.
package enum Examination {
  /// Below it writing will soon fail.
  private static let fewBytes: UInt64 = 64 << 20
  /// Below it someone should make room.
  private static let littleRoomBytes: UInt64 = 1 << 30

  /// The store's file: what is wrong with its structure, if anything, and its size.
  package static func store(path: String, _ flaw: String?, schema: Int, _ bytes: UInt64) -> Finding
  {
    if let flaw {
      return Finding(
        "store", .fault, "\(path) is damaged: \(flaw); put a backup in its place")
    }
    return Finding("store", .good, "\(path), schema \(schema), \(megabytes(bytes)), whole")
  }

  /// The room that is left. A backup or a migration needs as much again as the store has.
  package static func disk(freeBytes: UInt64, storeBytes: UInt64) -> Finding {
    let room = "\(megabytes(freeBytes)) free"
    if freeBytes < fewBytes {
      return Finding("disk", .fault, "\(room): writing will fail soon; make room")
    }
    if freeBytes < max(littleRoomBytes, 2 * storeBytes) {
      return Finding(
        "disk", .warning, "\(room): too little for a copy of the store and some time to come")
    }
    return Finding("disk", .good, room)
  }

  /// How many files and connections may be open, and how many a full server needs.
  package static func openFiles(limit: UInt64?, connections: Int) -> Finding {
    guard let limit else { return Finding("open files", .good, "no limit") }
    // The store, the listeners, the standard streams and some more.
    let needed = UInt64(connections) + 64
    guard limit < needed else {
      return Finding("open files", .good, "\(limit) allowed, \(needed) needed at most")
    }
    return Finding(
      "open files", .warning,
      "\(limit) allowed, but \(connections) connections need \(needed): raise ulimit -n")
  }

  /// Where zone rules come from.
  package static func timeZones(_ zones: ZoneDirectory) -> Finding {
    if let problem = zones.problems.first {
      return Finding(
        "time zones", .warning, "\(zones.problems.count) can't be read, such as: \(problem)")
    }
    guard let version = zones.version else {
      return Finding(
        "time zones", .warning, "\(zones.names.count) zones, of a version that isn't told")
    }
    return Finding("time zones", .good, "\(zones.names.count) zones, version \(version)")
  }

  /// What is in the catalogue.
  package static func quotes(count: Int, mature: Int) -> Finding {
    count == 0
      ? Finding("quotes", .warning, "none: quoted import adds some")
      : Finding("quotes", .good, mature == 0 ? "\(count)" : "\(count), \(mature) of them mature")
  }

  private static func megabytes(_ bytes: UInt64) -> String {
    bytes < 10 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB"
  }
}

extension Finding {
  /// Creates a finding.
  package init(_ subject: String, _ level: FindingLevel, _ message: String) {
    self.init()
    self.subject = subject
    self.level = level
    self.message = message
  }
}
