// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2

/// The headers of replies as far as they never change, made once for each loop.
package final class GRPCResponses {
  /// Begins a response that has a message.
  let head = FixedFields([(":status", "200"), ("content-type", "application/grpc")])
  /// Begins a response with messages that may be compressed.
  let compressedHead = FixedFields([
    (":status", "200"), ("content-type", "application/grpc"), ("grpc-encoding", "gzip"),
    ("grpc-accept-encoding", "gzip,identity"),
  ])
  /// Ends a call that succeeded.
  let success = FixedFields([("grpc-status", "0")])
  /// No fields.
  let none = FixedFields([])
  /// Begins the only block of a call that failed without a message.
  let failure = FixedFields([(":status", "200"), ("content-type", "application/grpc")])
  /// The same for a request that is not well-formed.
  let badRequest = FixedFields([(":status", "400"), ("content-type", "application/grpc")])

  /// The same for a request in an encoding that can't be read here.
  let unknownEncoding = FixedFields([
    (":status", "200"), ("content-type", "application/grpc"),
    ("grpc-accept-encoding", "gzip,identity"),
  ])

  /// Makes them.
  package init() {}

  private let methodNotAllowed = GRPCResponses.plain("405")
  private let unsupportedType = GRPCResponses.plain("415")
  private let headersTooLarge = GRPCResponses.plain("431")
  private let plainBadRequest = GRPCResponses.plain("400")

  /// Begins a reply to a request that is not gRPC's, in plain text for a person.
  func plain(_ refusal: GRPCRequestHead.HTTPRefusal) -> FixedFields {
    switch refusal {
    case .badRequest: plainBadRequest
    case .methodNotAllowed: methodNotAllowed
    case .unsupportedType: unsupportedType
    case .headersTooLarge: headersTooLarge
    }
  }

  private static func plain(_ status: StaticString) -> FixedFields {
    FixedFields([(":status", status), ("content-type", "text/plain; charset=utf-8")])
  }
}

extension HeaderBlock {
  /// Creates a block of metadata.
  init(_ metadata: Metadata) {
    self.init()
    append(metadata)
  }

  /// Appends metadata, encoding what is binary.
  ///
  /// What headers can't carry stays away: a name of the protocol's own would change how the call
  /// ends, and a line break would make a header more where an HTTP/1 proxy passes it on.
  mutating func append(_ metadata: Metadata) {
    for field in metadata.fields {
      let name = metadata.bytes.span.extracting(field.name)
      let value = metadata.bytes.span.extracting(field.value)
      guard name.isMetadataName else { continue }
      if name.namesBinaryValue {
        var encoded: [UInt8] = []
        Base64.encode(value, into: &encoded)
        append(name: name, value: encoded.span)
      } else if value.isFieldValue {
        append(name: name, value: value)
      }
    }
  }

  /// Appends a status that is not OK, with the details that the encoder has for it, if any.
  ///
  /// Clients take 8 KiB of headers, most of them: a longer message is cut, and details that are
  /// larger stay away, so that the status itself arrives whatever they hold.
  mutating func append(_ status: Status, encodeDetails: (Status) -> [UInt8]) {
    append("grpc-status", Array(String(status.code.rawValue).utf8))
    if !status.message.isEmpty {
      var message: [UInt8] = []
      let scalars = status.message.unicodeScalars
      let isLong = scalars.dropFirst(Self.messageScalars).first != nil
      let shown = isLong ? String(scalars.prefix(Self.messageScalars)) + "…" : status.message
      PercentCoding.encode(shown, into: &message)
      append("grpc-message", message)
    }
    let encoded = encodeDetails(status)
    if !encoded.isEmpty, encoded.count <= Self.detailsBytes {
      var details: [UInt8] = []
      Base64.encode(encoded.span, into: &details)
      append("grpc-status-details-bin", details)
    }
  }

  private static let messageScalars = 512
  private static let detailsBytes = 4_096
}
