// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting

/// What is built by a Makefile before it can call: each once, when the first test asks for it, and kept.
actor ClientBuilds {
  static let shared = ClientBuilds()
  private var builds: [String: Task<String, any Error>] = [:]

  /// The folder that a Makefile of the repository has made, by the Makefile's folder.
  func made(by folder: String) async throws -> String {
    let build =
      builds[folder]
      ?? Task {
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        let output = Repository.root + "/.build/interop/" + name
        let made = try await Program(path: "/usr/bin/make").run([
          "-j2", "-f", "\(Repository.root)/\(folder)/Makefile", "OUT=" + output,
          "CXXFLAGS=-O0",
        ])
        guard made.status == 0 else { throw DidNotBuild(folder: folder, error: made.error) }
        return output
      }
    builds[folder] = build
    return try await build.value
  }
}

/// A client could not be built, and why.
struct DidNotBuild: Error, CustomStringConvertible {
  let folder: String
  let error: String

  var description: String {
    "\(folder) was not built; 'make setup-test' installs what it needs: \(error)"
  }
}
