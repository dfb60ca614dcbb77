// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// The messages and methods that a `google.protobuf.FileDescriptorSet` describes, as far as they
/// matter to JSON. Any thread may use it.
package final class ProtoSchema: Sendable {
  let messages: [MessageType]
  let enumerations: [EnumerationType]
  private let messagesByName: [String: Int]
  private let methodsByPath: [String: ProtoMethod]

  /// Reads an encoded `FileDescriptorSet`, which has all files that its files import.
  package init(descriptorSet: [UInt8]) throws(ProtoSchemaError) {
    let descriptors: Descriptors
    do throws(ProtobufFault) {
      descriptors = try Descriptors(reading: descriptorSet.span)
    } catch {
      throw .malformed
    }
    var names: [String: TypeReference] = [:]
    for (index, message) in descriptors.messages.enumerated() {
      names[message.name] = .message(index)
    }
    for (index, enumeration) in descriptors.enumerations.enumerated() {
      names[enumeration.name] = .enumeration(index)
    }
    enumerations = descriptors.enumerations
    messages = try descriptors.messages.map { message throws(ProtoSchemaError) in
      try MessageType(message, names, descriptors.messages)
    }
    messagesByName = names.compactMapValues { $0.message }
    var methods: [String: ProtoMethod] = [:]
    for method in descriptors.methods {
      guard let request = names[method.request]?.message,
        let response = names[method.response]?.message
      else { throw .unknownType(method.request) }
      methods[method.path] = ProtoMethod(
        request: ProtoMessage(index: request), response: ProtoMessage(index: response),
        hasSideEffects: method.idempotencyLevel != Descriptors.noSideEffects)
    }
    methodsByPath = methods
  }

  /// The message of a full name, such as `google.rpc.ErrorInfo`.
  package func message(_ name: String) -> ProtoMessage? {
    messagesByName[name].map { ProtoMessage(index: $0) }
  }

  /// The method of a path, such as `/quotes.v1.QuoteService/DailyQuote`.
  package func method(_ path: String) -> ProtoMethod? { methodsByPath[path] }
}

/// One type of message of a schema; it means nothing to another schema.
package struct ProtoMessage: Sendable, Hashable {
  let index: Int
}

/// A method, as far as JSON and HTTP have to know it.
package struct ProtoMethod: Sendable, Hashable {
  /// What a caller sends.
  package let request: ProtoMessage
  /// What a caller gets.
  package let response: ProtoMessage
  /// Whether a call may change something: true unless its `idempotency_level` is NO_SIDE_EFFECTS.
  package let hasSideEffects: Bool
}

/// Why a descriptor set is of no use.
package enum ProtoSchemaError: Error, Equatable {
  /// The bytes are no `FileDescriptorSet`.
  case malformed
  /// A type is named that isn't described.
  case unknownType(String)
}

/// What a type's name stands for.
enum TypeReference: Equatable {
  case message(Int)
  case enumeration(Int)

  var message: Int? { if case .message(let index) = self { index } else { nil } }
  var enumeration: Int? { if case .enumeration(let index) = self { index } else { nil } }
}
