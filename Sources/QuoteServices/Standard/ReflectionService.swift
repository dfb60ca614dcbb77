// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteWire
package import RPCCore

/// `grpc.reflection.v1.ServerReflection`, and its first version: tells clients what is served, so
/// that they need no proto files.
package struct ReflectionService: Sendable {
  private let services: [String]
  private let shutdown: ShutdownNotice
  private let index: DescriptorIndex

  /// What the protos of this program declare; read once.
  private static let descriptors: DescriptorIndex = {
    guard let index = DescriptorIndex(ProtoDescriptors.bytes) else {
      preconditionFailure("The program's own description of its protos can't be read.")
    }
    return index
  }()

  /// Creates the service of a door.
  ///
  /// - Parameter services: The full names of the services behind the door.
  package init(services: Set<String>, shutdown: ShutdownNotice) {
    self.services = services.sorted()
    self.shutdown = shutdown
    index = Self.descriptors
  }

  /// Registers the methods.
  package func register(on router: inout Router) {
    router.onBidirectional(ServerReflectionInfo.self) {
      [self]
      (requests, _, replies) async throws(Status) in
      try await answer(requests, replies)
    }
    router.onBidirectional(ServerReflectionInfoAlpha.self) {
      [self]
      (requests, _, replies) async throws(Status) in
      try await answer(requests, replies)
    }
  }

  private func answer(
    _ requests: RequestStream<ServerReflectionRequest>,
    _ replies: ReplyStream<ServerReflectionResponse>
  ) async throws(Status) {
    try await shutdown.run { () async throws(Status) in
      for try await request in requests {
        guard request.wire.count <= Self.mostRequestBytes else {
          throw .refusal(
            .invalidArgument, "The request has more than \(Self.mostRequestBytes) bytes.",
            reason: "REQUEST_TOO_LARGE")
        }
        try await replies.waitForRoom(of: Self.usualResponseBytes)
        var response = ServerReflectionResponse()
        response.validHost = request.host
        response.originalRequest = request
        response.answer = answer(to: request.question)
        try await replies.send(response)
      }
    }
  }

  /// The request comes back with the answer, so it must be no larger than names are.
  private static let mostRequestBytes = 4_096
  /// The largest file, with all that it imports and the request, takes less.
  private static let usualResponseBytes = 64 << 10

  private func answer(
    to question: ServerReflectionRequest.Question?
  ) -> ServerReflectionResponse.Answer {
    switch question {
    case .fileByFilename(let name):
      return files(index.file(named: name), orNone: "There is no proto file \(Excerpt(name)) here.")
    case .fileContainingSymbol(let symbol):
      return files(
        index.file(declaring: symbol), orNone: "Nothing is called \(Excerpt(symbol)) here.")
    case .fileContainingExtension(let wanted):
      return error(
        .notFound,
        "\(Excerpt(wanted.containingType)) has no extension \(wanted.extensionNumber) here.")
    case .allExtensionNumbersOfType(let type):
      guard index.isMessage(type) else {
        return error(.notFound, "There is no message \(Excerpt(type)) here.")
      }
      var numbers = ExtensionNumberResponse()
      numbers.baseTypeName = type
      return .extensionNumbers(numbers)
    case .listServices:
      var list = ListServiceResponse()
      list.services = services.map { name in
        var service = ServiceResponse()
        service.name = name
        return service
      }
      return .services(list)
    case nil:
      return error(.invalidArgument, "The request asks for nothing that is known here.")
    }
  }

  private func files(
    _ files: [[UInt8]]?, orNone words: String
  ) -> ServerReflectionResponse.Answer {
    guard let files else { return error(.notFound, words) }
    var response = FileDescriptorResponse()
    response.files = files
    return .files(response)
  }

  private func error(
    _ code: Status.Code, _ message: String
  ) -> ServerReflectionResponse.Answer {
    var response = ErrorResponse()
    response.code = code.rawValue
    response.message = message
    return .error(response)
  }
}
