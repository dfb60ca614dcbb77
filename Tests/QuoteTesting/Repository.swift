// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The checkout that the tests were built from.
package enum Repository {
  /// Its root folder.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The Python environment with the foreign clients, as `make test` makes it.
  package struct PythonEnvironment: Sendable {
    private let folder: String

    /// What to do where it is missing.
    package struct Missing: Error, CustomStringConvertible {
      package let description =
        "The foreign clients are not installed: run the tests by `make test`, or set "
        + "QUOTED_PYTHON to an environment with Tests/InteropTests/requirements.txt."
    }

    /// Finds the environment, or throws: a test that needs it must not pass without it.
    package init() throws {
      folder =
        ProcessInfo.processInfo.environment["QUOTED_PYTHON"]
        ?? Repository.root + "/.build/python"
      guard FileManager.default.isExecutableFile(atPath: folder + "/bin/python") else {
        throw Missing()
      }
    }

    /// The interpreter.
    package var python: Program { Program(path: folder + "/bin/python") }

    /// A tool that a package of the environment brought.
    package func tool(_ name: String) -> Program { Program(path: folder + "/bin/" + name) }
  }
}
