// SPDX-License-Identifier: Apache-2.0

/// A question about what a server serves (`grpc.reflection.v1`).
package struct ServerReflectionRequest: Sendable, Hashable {
  /// What is asked for.
  package enum Question: Sendable, Hashable {
    /// The proto file of a name.
    case fileByFilename(String)
    /// The proto file that declares a full name.
    case fileContainingSymbol(String)
    /// The proto file that declares an extension.
    case fileContainingExtension(ExtensionRequest)
    /// The numbers of all extensions of a message.
    case allExtensionNumbersOfType(String)
    /// The full names of all services.
    case listServices(String)
  }

  /// The host that is asked.
  package var host = ""
  /// What is asked for; nil = nothing that is known here.
  package var question: Question?

  /// Creates an empty request.
  package init() {}
}

/// An extension that is asked for.
package struct ExtensionRequest: Sendable, Hashable {
  /// The full name of the message that is extended.
  package var containingType = ""
  /// The extension's number.
  package var extensionNumber: Int32 = 0

  /// Creates an empty request.
  package init() {}
}

/// The answer to a question about what a server serves.
package struct ServerReflectionResponse: Sendable, Hashable {
  /// What is answered.
  package enum Answer: Sendable, Hashable {
    /// Proto files.
    case files(FileDescriptorResponse)
    /// Numbers of extensions.
    case extensionNumbers(ExtensionNumberResponse)
    /// Services.
    case services(ListServiceResponse)
    /// There is none.
    case error(ErrorResponse)
  }

  /// The host that was asked.
  package var validHost = ""
  /// The question.
  package var originalRequest: ServerReflectionRequest?
  /// The answer.
  package var answer: Answer?

  /// Creates an empty response.
  package init() {}
}

/// Proto files.
package struct FileDescriptorResponse: Sendable, Hashable {
  /// Each an encoded `google.protobuf.FileDescriptorProto`.
  package var files: [[UInt8]] = []

  /// Creates an empty response.
  package init() {}
}

/// Numbers of extensions.
package struct ExtensionNumberResponse: Sendable, Hashable {
  /// The full name of the message that is extended.
  package var baseTypeName = ""
  /// The extensions' numbers.
  package var numbers: [Int32] = []

  /// Creates an empty response.
  package init() {}
}

/// Services.
package struct ListServiceResponse: Sendable, Hashable {
  /// In the order of their names.
  package var services: [ServiceResponse] = []

  /// Creates an empty response.
  package init() {}
}

/// A service.
package struct ServiceResponse: Sendable, Hashable {
  /// Its full name.
  package var name = ""

  /// Creates an empty response.
  package init() {}
}

/// Why there is no answer.
package struct ErrorResponse: Sendable, Hashable {
  /// A gRPC status code.
  package var code: Int32 = 0
  /// What is wrong, in words.
  package var message = ""

  /// Creates an empty response.
  package init() {}
}
