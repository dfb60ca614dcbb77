// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport

/// The cases of gRPC's interoperability tests, by their official names, as a client runs them; the
/// last is ours.
enum InteropCase: String, CaseIterable {
  case emptyUnary = "empty_unary"
  case largeUnary = "large_unary"
  case clientCompressedUnary = "client_compressed_unary"
  case serverCompressedUnary = "server_compressed_unary"
  case clientStreaming = "client_streaming"
  case clientCompressedStreaming = "client_compressed_streaming"
  case serverStreaming = "server_streaming"
  case serverCompressedStreaming = "server_compressed_streaming"
  case pingPong = "ping_pong"
  case emptyStream = "empty_stream"
  case customMetadata = "custom_metadata"
  case statusCodeAndMessage = "status_code_and_message"
  case specialStatusMessage = "special_status_message"
  case unimplementedMethod = "unimplemented_method"
  case unimplementedService = "unimplemented_service"
  case cancelAfterBegin = "cancel_after_begin"
  case cancelAfterFirstResponse = "cancel_after_first_response"
  case timeoutOnSleepingServer = "timeout_on_sleeping_server"
  case earlyAnswer = "early_answer"

  /// Runs the case; throws what is not as it must be.
  func run(on channel: ClientChannel) async throws {
    let calls = InteropCalls(channel: channel)
    switch self {
    case .emptyUnary: try await calls.emptyUnary()
    case .largeUnary: try await calls.largeUnary()
    case .clientCompressedUnary: try await calls.clientCompressedUnary()
    case .serverCompressedUnary: try await calls.serverCompressedUnary()
    case .clientStreaming: try await calls.clientStreaming()
    case .clientCompressedStreaming: try await calls.clientCompressedStreaming()
    case .serverStreaming: try await calls.serverStreaming()
    case .serverCompressedStreaming: try await calls.serverCompressedStreaming()
    case .pingPong: try await calls.pingPong()
    case .emptyStream: try await calls.emptyStream()
    case .customMetadata: try await calls.customMetadata()
    case .statusCodeAndMessage: try await calls.statusCodeAndMessage()
    case .specialStatusMessage: try await calls.specialStatusMessage()
    case .unimplementedMethod: try await calls.unimplemented(UnimplementedMethod.self)
    case .unimplementedService: try await calls.unimplemented(UnimplementedService.self)
    case .cancelAfterBegin: try await calls.cancelAfterBegin()
    case .cancelAfterFirstResponse: try await calls.cancelAfterFirstResponse()
    case .timeoutOnSleepingServer: try await calls.timeoutOnSleepingServer()
    case .earlyAnswer: try await calls.earlyAnswer()
    }
  }
}

/// What is not as a case wants it.
struct Mismatch: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless something holds.
func require(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws(Mismatch) {
  if !holds { throw Mismatch(description: otherwise()) }
}

/// Throws unless some work ends by a status of this code; answers the status.
@discardableResult
func requireStatus<Result>(
  _ code: Status.Code, of work: () async throws(Status) -> Result
) async throws(Mismatch) -> Status {
  do throws(Status) {
    _ = try await work()
  } catch {
    try require(error.code == code, "\(error.code) instead of \(code): \(error.message)")
    return error
  }
  throw Mismatch(description: "the call succeeded instead of ending by \(code)")
}
