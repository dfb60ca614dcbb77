// SPDX-License-Identifier: Apache-2.0

internal import CPowerCut
internal import Foundation

/// A folder whose files are watched: it captures what a power cut would have left of them.
///
/// There is one at a time, since the file system beneath SQLite is the process's.
package final class PowerCut: Sendable {
  /// What could be on the disk after a cut, and how much had been acknowledged before it.
  package struct Capture: Sendable {
    /// Where the files lie.
    package let folder: String
    /// How much had been acknowledged.
    package let acknowledged: Int
  }

  /// The folder that is watched.
  package let folder: String
  private let root: URL

  /// Watches a new folder; about one in `every` operations makes a capture.
  package init(every: Int, seed: UInt64) throws {
    root = FileManager.default.temporaryDirectory.appending(path: "power-cut-\(UUID())")
    let live = root.appending(path: "live")
    let captures = root.appending(path: "captures")
    for url in [live, captures] {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    folder = live.path
    precondition(power_cut_install() == 0, "SQLite has no file system.")
    unsafe power_cut_watch(live.path, captures.path, UInt32(every), seed)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  /// Notes that the program under test has acknowledged one thing more.
  package func acknowledge() { power_cut_acknowledge() }

  /// Lets the disk be full once the folder holds so many bytes; 0 = it has room.
  package func limit(bytes: Int) { power_cut_limit(UInt64(bytes)) }

  /// Ends watching, and gives what was captured.
  package func end() -> [Capture] {
    (0..<power_cut_end()).map { number in
      Capture(
        folder: root.appending(path: "captures/\(number)").path,
        acknowledged: Int(power_cut_acknowledged_at(number)))
    }
  }
}
