// SPDX-License-Identifier: Apache-2.0

/// A value that travels as one protobuf message.
package protocol WireMessage: Sendable {
  /// Decodes one message. The bytes are read during the call only.
  init(wire: Span<UInt8>) throws(WireError)

  /// Appends the encoded message.
  func append(to bytes: inout [UInt8])
}

extension WireMessage {
  /// The encoded message.
  package var wire: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }
}

/// Why bytes are not the message that was expected.
package enum WireError: Error, Equatable {
  /// The bytes are no such message.
  case malformed(message: String)
  /// A string field holds something else than UTF-8.
  case invalidText(field: String)
  /// Decoding would take more memory than a message of this size may.
  case overBudget(message: String)
}

extension Status {
  /// The status of a call whose message could not be decoded (gRPC: INTERNAL, or
  /// RESOURCE_EXHAUSTED where memory would have run over its budget).
  package init(_ error: WireError) {
    switch error {
    case .malformed(let message):
      self.init(.internal, "The bytes are not a \(message): send one encoded protobuf message.")
    case .invalidText(let field):
      self.init(.internal, "The field \(field) is not valid UTF-8, as protobuf strings must be.")
    case .overBudget(let message):
      self.init(
        .resourceExhausted,
        "Decoding this \(message) would take more memory than its size allows.")
    }
  }
}
