// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// The ways in which a method is called over HTTP beside gRPC's own, each by its content type
/// (Connect's specification; "gRPC Web").
struct WebProtocol: Sendable, Equatable {
  enum Kind: Sendable {
    /// Connect with one message each way, which is the body.
    case connect
    /// The same by GET: the request is in the query.
    case connectGet
    /// Connect with messages in envelopes: any number of responses.
    case connectStream
    /// gRPC-Web, with trailers in the body.
    case grpcWeb
    /// gRPC-Web in base64.
    case grpcWebText
  }

  let kind: Kind
  let isJSON: Bool

  init(_ kind: Kind, isJSON: Bool) {
    self.kind = kind
    self.isJSON = isJSON
  }

  /// Recognises the content type of a POST; nil where it is none of them.
  init?(contentType: String) {
    let name = contentType.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
    switch name {
    case "application/json": self.init(.connect, isJSON: true)
    case "application/proto", "application/protobuf", "application/x-protobuf":
      self.init(.connect, isJSON: false)
    case "application/connect+json": self.init(.connectStream, isJSON: true)
    case "application/connect+proto": self.init(.connectStream, isJSON: false)
    case "application/grpc-web", "application/grpc-web+proto": self.init(.grpcWeb, isJSON: false)
    case "application/grpc-web+json": self.init(.grpcWeb, isJSON: true)
    case "application/grpc-web-text", "application/grpc-web-text+proto":
      self.init(.grpcWebText, isJSON: false)
    default: return nil
    }
  }

  /// The content types that a POST may have.
  static let taken =
    "application/json, application/proto, application/connect+json, application/connect+proto, "
    + "application/grpc-web, application/grpc-web+json, application/grpc-web-text"

  /// The content type of replies.
  var contentType: String {
    switch kind {
    case .connect, .connectGet: isJSON ? "application/json" : "application/proto"
    case .connectStream: isJSON ? "application/connect+json" : "application/connect+proto"
    case .grpcWeb: isJSON ? "application/grpc-web+json" : "application/grpc-web+proto"
    case .grpcWebText: "application/grpc-web-text+proto"
    }
  }

  /// Whether the body is a message, and not messages in envelopes.
  var isBare: Bool { kind == .connect || kind == .connectGet }

  /// Whether it is one of Connect's.
  var isConnect: Bool { isBare || kind == .connectStream }

  /// How long the caller waits, in nanoseconds; nil for ever. Throws where that can't be read.
  func timeoutNanoseconds(_ fields: [WebField]) throws(Status) -> UInt64? {
    guard isConnect else {
      guard let value = fields["grpc-timeout"] else { return nil }
      let bytes = Array(value.utf8)
      guard let timeout = GRPCTimeout.nanoseconds(bytes.span) else {
        throw .malformedRequest(
          "grpc-timeout \"\(value.prefix(100))\" is not one to eight digits and a unit.")
      }
      return timeout
    }
    guard let value = fields["connect-timeout-ms"] else { return nil }
    guard value.utf8.count <= 10, value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let milliseconds = UInt64(value)
    else {
      throw .malformedRequest(
        "connect-timeout-ms \"\(value.prefix(100))\" is not one to ten digits.")
    }
    return milliseconds * 1_000_000
  }
}
