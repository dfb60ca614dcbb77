// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A `quoted serve` on 127.0.0.1 and a free port, ready to be called.
package final class RunningServer: Sendable {
  /// `127.0.0.1:PORT`.
  package let address: String
  /// Its data directory.
  package let data: TemporaryFolder
  private let program: RunningProgram

  /// Why a server did not come up.
  package struct DidNotStart: Error, CustomStringConvertible {
    /// Its exit status and what it said.
    package let description: String
  }

  /// Starts a server on a data directory, a new one by default, and waits until it serves.
  package init(
    data: TemporaryFolder? = nil, arguments: [String] = [], environment: [String: String] = [:]
  ) async throws {
    let data = try data ?? TemporaryFolder()
    program = try Program.quoted.start(
      ["serve", "--listen", "127.0.0.1:0", "--data", data.path] + arguments,
      environment: environment)
    self.data = data
    guard let address = await program.outputLine(startingWith: "listening on ") else {
      let result = await program.end()
      throw DidNotStart(description: "quoted ended with \(result.status): \(result.error)")
    }
    self.address = address
  }

  /// The port it listens on.
  package var port: Int { address.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

  /// Where editors call; nil where it was started without `--admin-listen`.
  package func editorsAddress() async -> String? {
    // It is printed before the line that the start has waited for.
    await program.outputLine(startingWith: "editors on ")
  }

  /// What follows these words in a line that it has printed before it served.
  package func printed(_ words: String) async -> String? {
    await program.outputLine(startingWith: words)
  }

  /// Its own socket, for who runs it.
  package var adminSocket: String { data.path + "/admin.sock" }

  /// The number of its process.
  package var processID: Int32 { program.processID }

  /// Sends it a signal.
  package func signal(_ number: Int32) { program.signal(number) }

  /// Asks it to drain, waits for its end, and returns how it ended.
  package func stop() async -> Program.Result {
    program.signal(SIGTERM)
    return await program.end()
  }

  /// Asks it to read the system's time zones anew.
  package func readZones() { program.signal(SIGHUP) }

  /// Kills it without a warning.
  package func kill() async {
    program.signal(SIGKILL)
    _ = await program.end()
  }

  /// Waits until it has logged something; false where it ended without it.
  package func hasLogged(_ text: String) async -> Bool { await program.hasSaid(text) }

  /// What it has logged until now.
  package var log: String { program.errorSoFar }
}
