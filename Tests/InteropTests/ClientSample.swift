// SPDX-License-Identifier: Apache-2.0

internal import QuoteTesting
internal import Testing

/// A sample of `clients`. All of them have the same options and say the same.
enum ClientSample: String, CaseIterable, CustomTestStringConvertible {
  case cpp
  case go
  case ruby
  case shell

  var testDescription: String { "clients/" + rawValue }

  /// How the sample ended, having called an address.
  func run(_ address: String, _ arguments: [String] = []) async throws -> Program.Result {
    try await start(address, arguments).end()
  }

  /// Starts the sample.
  func start(_ address: String, _ arguments: [String] = []) async throws -> RunningProgram {
    let options = ["--server", address, "--timeout", "60"] + arguments
    let source = Repository.root + "/clients/" + rawValue
    switch self {
    case .cpp: return try await Program(path: made() + "/daily").start(options)
    case .go:
      // Debian's grpc-go is of a time when it tried again only where this was said.
      return try await Program(path: made() + "/daily").start(
        options, environment: ["GRPC_GO_RETRY": "on"])
    case .ruby:
      return try await Program(path: "/usr/bin/ruby").start(
        ["-I", made(), source + "/daily.rb"] + options)
    case .shell: return try Program(path: source + "/daily.sh").start(options)
    }
  }

  private func made() async throws -> String {
    try await ClientBuilds.shared.made(by: "clients/" + rawValue)
  }
}
