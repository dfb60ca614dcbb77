// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

/// Who calls whom, and by which way. A client runs all its cases one after the other.
struct InteropPairing: Hashable, Sendable, CustomTestStringConvertible {
  enum Client: String { case ours, grpcio, ruby, cPlusPlus }
  enum Server: String { case ours, grpcio }
  enum Way: String, CaseIterable { case direct, nginx, envoy }

  let client: Client
  let server: Server
  let way: Way

  var testDescription: String { "\(client.rawValue) to \(server.rawValue), \(way.rawValue)" }

  /// The pairings whose clients run every case.
  static let ofAllCases =
    Way.allCases.flatMap { way in
      [
        InteropPairing(client: .grpcio, server: .ours, way: way),
        InteropPairing(client: .ours, server: .grpcio, way: way),
      ]
    } + [InteropPairing(client: .ours, server: .ours, way: .direct)]

  private static let folder = Repository.root + "/Tests/InteropTests/TestService"

  /// Starts all that takes part, and runs the client to its end.
  fileprivate func run() async throws -> InteropReport {
    let environment = try Repository.PythonEnvironment()
    let serving =
      switch server {
      case .ours: try Program.interopPeer.start(["serve"])
      case .grpcio: try environment.python.start([Self.folder + "/serve.py"])
      }
    guard let address = await serving.outputLine(startingWith: "listening on ") else {
      throw DidNotStart(what: "the server", error: serving.errorSoFar)
    }
    let proxy = try await proxy(to: address, environment)
    let result = try await call(proxy?.address ?? address, environment)
    try #require(result.status == 0, "\(result.error)")
    let cancelled = await handlersWereCancelled(serving)
    // Programs that are started from here may have SIGTERM blocked.
    serving.signal(SIGKILL)
    let served = await serving.end()
    return InteropReport(
      results: Self.results(result.output), clientSaid: result.output + result.error,
      handlersWereCancelled: cancelled,
      serverSaid: served.output + served.error + (proxy?.said ?? ""))
  }

  private func proxy(
    to address: String, _ environment: Repository.PythonEnvironment
  ) async throws -> InteropProxy? {
    switch way {
    case .direct: nil
    case .nginx: try await InteropProxy(nginxTo: address)
    case .envoy: try await InteropProxy(envoy: environment.tool("envoy"), to: address)
    }
  }

  private func call(
    _ address: String, _ environment: Repository.PythonEnvironment
  ) async throws -> Program.Result {
    switch client {
    case .ours: return try await Program.interopPeer.run(["call", address])
    case .grpcio: return try await environment.python.run([Self.folder + "/cases.py", address])
    case .ruby:
      let made = try await InteropReports.shared.madeFolder()
      return try await Program(path: "/usr/bin/ruby").run(
        ["-I", made, Self.folder + "/four_kinds.rb", address])
    case .cPlusPlus:
      let made = try await InteropReports.shared.madeFolder()
      return try await Program(path: made + "/four_kinds").run([address])
    }
  }

  /// Whether the handlers have ended of those calls that were given up when they had certainly begun.
  /// Waits for it.
  private func handlersWereCancelled(_ serving: RunningProgram) async -> Bool {
    guard Self.ofAllCases.contains(self) else { return false }
    // That of `cancel_after_first_response` has, and that of `cancel_after_begin` too where it was
    // sent ahead of a call that is answered: nginx sends each on a connection of its own.
    let methods = way == .nginx ? ["FullDuplexCall"] : ["FullDuplexCall", "StreamingInputCall"]
    for method in methods {
      let line = "cancelled /grpc.testing.TestService/" + method
      guard await serving.outputLine(startingWith: line) != nil else { return false }
    }
    return true
  }

  private static func results(_ output: String) -> [String: String] {
    let lines = output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
    return Dictionary(
      lines.map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") }, uniquingKeysWith: { $1 })
  }
}

/// What came of a pairing.
struct InteropReport: Sendable {
  /// `passed`, or what went wrong, by the case's name.
  let results: [String: String]
  let clientSaid: String
  /// Whether calls that were given up have ended their handlers.
  let handlersWereCancelled: Bool
  /// What the server and the proxy said beside.
  let serverSaid: String
}

/// A program that takes part has ended before it was ready.
struct DidNotStart: Error, CustomStringConvertible {
  let what: String
  let error: String

  var description: String { "\(what) did not start: \(error)" }
}

/// The reports of all pairings. Each is run once, when the first of its tests asks for it.
actor InteropReports {
  static let shared = InteropReports()
  private var reports: [InteropPairing: Task<InteropReport, any Error>] = [:]
  private var making: Task<String, any Error>?

  /// What came of a pairing.
  func report(of pairing: InteropPairing) async throws -> InteropReport {
    let report = reports[pairing] ?? Task { try await pairing.run() }
    reports[pairing] = report
    return try await report.value
  }

  /// The folder with the code of grpc.testing for Ruby, and the client in C++: made once, and kept.
  func madeFolder() async throws -> String {
    let making =
      self.making
      ?? Task {
        let folder = Repository.root + "/.build/interop"
        let made = try await Program(path: "/usr/bin/make").run([
          "-j2", "-f", Repository.root + "/Tests/InteropTests/TestService/Makefile",
          "OUT=" + folder,
        ])
        guard made.status == 0 else { throw DidNotStart(what: "make", error: made.error) }
        return folder
      }
    self.making = making
    return try await making.value
  }
}
