// SPDX-License-Identifier: Apache-2.0

internal import Testing

/// gRPC's own interoperability cases: `grpc.testing.TestService` between this transport and others.
@Suite("The interoperability case")
struct TestServiceTests {
  private static let cases = [
    "empty_unary", "large_unary", "client_compressed_unary", "client_compressed_streaming",
    "server_compressed_unary", "server_compressed_streaming", "client_streaming",
    "server_streaming", "ping_pong", "empty_stream", "custom_metadata", "status_code_and_message",
    "special_status_message", "unimplemented_method", "unimplemented_service",
    "cancel_after_begin", "cancel_after_first_response", "timeout_on_sleeping_server",
  ]
  /// One of each kind of call.
  private static let kinds = ["large_unary", "client_streaming", "server_streaming", "ping_pong"]

  @Test("passes from grpcio's client to this server", arguments: cases, InteropPairing.Way.allCases)
  func grpcioToThis(name: String, way: InteropPairing.Way) async throws {
    try await expectPassed(name, InteropPairing(client: .grpcio, server: .ours, way: way))
  }

  @Test("passes from this client to grpcio's server", arguments: cases, InteropPairing.Way.allCases)
  func thisToGrpcio(name: String, way: InteropPairing.Way) async throws {
    try await expectPassed(name, InteropPairing(client: .ours, server: .grpcio, way: way))
  }

  @Test("passes from this client to this server", arguments: cases)
  func thisToThis(name: String) async throws {
    try await expectPassed(name, InteropPairing(client: .ours, server: .ours, way: .direct))
  }

  @Test("passes from Ruby's client to this server", arguments: kinds, InteropPairing.Way.allCases)
  func rubyToThis(name: String, way: InteropPairing.Way) async throws {
    try await expectPassed(name, InteropPairing(client: .ruby, server: .ours, way: way))
  }

  @Test("passes from C++'s client to this server", arguments: kinds, InteropPairing.Way.allCases)
  func cPlusPlusToThis(name: String, way: InteropPairing.Way) async throws {
    try await expectPassed(name, InteropPairing(client: .cPlusPlus, server: .ours, way: way))
  }

  @Test(
    "R30: of a call that is given up reaches the handler", arguments: InteropPairing.ofAllCases)
  func cancelling(pairing: InteropPairing) async throws {
    let report = try await InteropReports.shared.report(of: pairing)
    let cancelled = report.handlersWereCancelled
    #expect(cancelled, "\(report.serverSaid)")
  }

  @Test(
    "R25: of a call that is answered before its requests have ended passes",
    arguments: InteropPairing.ofAllCases)
  func earlyAnswer(pairing: InteropPairing) async throws {
    try await expectPassed("early_answer", pairing)
  }

  private func expectPassed(_ name: String, _ pairing: InteropPairing) async throws {
    let report = try await InteropReports.shared.report(of: pairing)
    let result = report.results[name]
    #expect(result == "passed", "\(report.clientSaid)\n\(report.serverSaid)")
  }
}
