// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A folder of its own for one test, removed when the test lets it go.
package final class TemporaryFolder: Sendable {
  /// The folder's absolute path.
  package let path: String

  /// Makes an empty folder.
  package init() throws {
    path = NSTemporaryDirectory() + "quoted-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }
}
