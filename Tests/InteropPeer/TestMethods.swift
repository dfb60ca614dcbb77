// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

private let testService = "grpc.testing.TestService"

/// Answers a request without content.
enum EmptyCall: RPCMethod {
  typealias Request = Empty
  typealias Response = Empty
  static let path = MethodPath(service: testService, method: "EmptyCall")
}

/// Answers by a payload of the size that was asked for.
enum UnaryCall: RPCMethod {
  typealias Request = SimpleRequest
  typealias Response = PayloadResponse
  static let path = MethodPath(service: testService, method: "UnaryCall")
}

/// Answers by a stream of payloads.
enum StreamingOutputCall: RPCMethod {
  typealias Request = StreamingOutputRequest
  typealias Response = PayloadResponse
  static let path = MethodPath(service: testService, method: "StreamingOutputCall")
}

/// Adds up the sizes of a stream of payloads.
enum StreamingInputCall: RPCMethod {
  typealias Request = StreamingInputRequest
  typealias Response = StreamingInputResponse
  static let path = MethodPath(service: testService, method: "StreamingInputCall")
}

/// Answers each request of a stream at once.
enum FullDuplexCall: RPCMethod {
  typealias Request = StreamingOutputRequest
  typealias Response = PayloadResponse
  static let path = MethodPath(service: testService, method: "FullDuplexCall")
}

/// Answers the requests of a stream when all are there.
enum HalfDuplexCall: RPCMethod {
  typealias Request = StreamingOutputRequest
  typealias Response = PayloadResponse
  static let path = MethodPath(service: testService, method: "HalfDuplexCall")
}

/// A method of a served service that no server has.
enum UnimplementedMethod: RPCMethod {
  typealias Request = Empty
  typealias Response = Empty
  static let path = MethodPath(service: testService, method: "UnimplementedCall")
}

/// A method of a service that no server has.
enum UnimplementedService: RPCMethod {
  typealias Request = Empty
  typealias Response = Empty
  static let path = MethodPath(
    service: "grpc.testing.UnimplementedService", method: "UnimplementedCall")
}
