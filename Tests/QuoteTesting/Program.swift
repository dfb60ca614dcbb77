// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// A program that tests run: one of this package's, or a foreign one.
package struct Program: Sendable {
  /// Where it is.
  package let path: String

  /// The program at a path.
  package init(path: String) { self.path = path }

  /// The server, as this package builds it beside the tests; another build's where the environment
  /// variable `QUOTED_PROGRAMS` names a folder, such as one with a sanitizer.
  package static let quoted = Program(path: programFolder + "/quoted")
  /// The command-line client; another build's where the server is.
  package static let quote = Program(path: programFolder + "/quote")

  /// The peer of gRPC's interoperability tests.
  package static let interopPeer = Program(path: productFolder + "/InteropPeer")

  private static let programFolder =
    ProcessInfo.processInfo.environment["QUOTED_PROGRAMS"] ?? productFolder

  /// Where the programs of the package are built: the folder that the tests run from.
  private static let productFolder: String = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let path = bundle?.bundlePath ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: path).deletingLastPathComponent().path
  }()

  /// What a program that has ended left.
  package struct Result: Sendable {
    /// The exit status, or minus the signal that ended it.
    package let status: Int32
    /// What it wrote to its standard output.
    package let output: String
    /// What it wrote to its standard error.
    package let error: String
  }

  /// Runs the program to its end.
  package func run(
    _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil
  ) async throws -> Result {
    try await start(arguments, environment: environment, in: folder).end()
  }

  /// Starts the program and leaves it running.
  package func start(
    _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil
  ) throws -> RunningProgram {
    try RunningProgram(path, arguments, environment: environment, in: folder)
  }
}

/// A program that runs beside the test and is killed with it, and after four minutes in any case: a
/// test that waits for what doesn't come then fails and says what the program wrote.
package final class RunningProgram: Sendable {
  private let process: Mutex<Process>
  private let output = GatheredOutput()
  private let error = GatheredOutput()

  init(
    _ path: String, _ arguments: [String], environment: [String: String], in folder: String?
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("QUOTE_") && !$0.key.hasPrefix("QUOTED_") }
      .merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardOutput = output.pipe
    process.standardError = error.pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    self.process = Mutex(process)
    output.begin()
    error.begin()
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(240)) { [weak self] in
      self?.signal(SIGKILL)
    }
  }

  deinit { signal(SIGKILL) }

  /// The number of the process.
  package var processID: Int32 { process.withLock { $0.processIdentifier } }

  /// Whether it has not ended yet.
  package var isRunning: Bool { process.withLock { $0.isRunning } }

  /// Sends a signal.
  package func signal(_ number: Int32) {
    process.withLock { process in
      if process.isRunning { _ = kill(process.processIdentifier, number) }
    }
  }

  /// Waits for the end of the program and of its output.
  package func end() async -> Program.Result {
    let output = await output.text()
    let error = await error.text()
    let status = process.withLock { process in
      process.waitUntilExit()
      return process.terminationReason == .exit
        ? process.terminationStatus : -process.terminationStatus
    }
    return Program.Result(status: status, output: output, error: error)
  }

  /// Waits for the first line of the standard output that starts so, and returns what follows in
  /// it; nil where the program ended without one.
  package func outputLine(startingWith prefix: String) async -> String? {
    await output.line(startingWith: prefix)
  }

  /// Waits until the standard output has so many whole lines; false where the program ended first.
  package func hasPrinted(lines count: Int) async -> Bool {
    await output.becomes { $0.count { $0 == UInt8(ascii: "\n") } >= count }
  }

  /// Waits until the standard error holds some text; false where the program ended without it.
  package func hasSaid(_ text: String) async -> Bool { await error.holds(text) }

  /// What the standard output has brought until now.
  package var outputSoFar: String { output.soFar }

  /// What the standard error has brought until now.
  package var errorSoFar: String { error.soFar }
}
