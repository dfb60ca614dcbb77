// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore
internal import RPCJSON

/// The request of a call as it came, of which its message is yet to be found.
struct WebInput: Sendable {
  let style: WebProtocol
  let schema: ProtoSchema
  /// What the request is; nil where its type is not known, and JSON can't be read.
  let request: ProtoMessage?
  let body: [UInt8]
  /// Whether the whole body is compressed, or the messages in it that say so may be.
  let isCompressed: Bool
  let limitBytes: Int

  /// Whether it takes so little that it can be read on the loop.
  var isSmall: Bool { !isCompressed && body.count <= Self.smallBytes }

  /// What can be read and written on a loop without keeping others waiting, in bytes.
  static let smallBytes = 16 << 10

  /// The encoded message. Throws what the call ends with where there is none.
  func message() throws(Status) -> [UInt8] {
    let content = try content()
    guard content.count <= limitBytes else { throw .requestTooLarge(limitBytes) }
    guard style.isJSON else { return content }
    guard let request else {
      throw Status(.unimplemented, "JSON of this method can't be read here: send protobuf.")
    }
    var wire: [UInt8] = []
    do throws(ProtoJSONError) {
      // What nothing was sent for is a message without fields.
      guard !content.isEmpty else { return [] }
      try schema.appendMessage(request, fromJSON: content.span, to: &wire)
    } catch {
      let details: [Status.Detail] =
        error.field.isEmpty
        ? []
        : [.badRequest([Status.FieldViolation(field: error.field, description: error.reason)])]
      throw .malformedRequest(error.description, details: details)
    }
    guard wire.count <= limitBytes else { throw .requestTooLarge(limitBytes) }
    return wire
  }

  private func content() throws(Status) -> [UInt8] {
    switch style.kind {
    case .connect, .connectGet:
      guard isCompressed else { return body }
      return try GzipInflater().message(body.span, limitBytes: limitBytes)
    case .connectStream, .grpcWeb: return try framed(body)
    case .grpcWebText: return try framed(try Self.decoded(body))
    }
  }

  /// The one message of a body with envelopes.
  private func framed(_ body: [UInt8]) throws(Status) -> [UInt8] {
    var deframer = MessageDeframer(limitBytes: limitBytes)
    deframer.takesCompressed = isCompressed
    var offset = 0
    let isWhole: Bool
    do throws(FramingError) {
      isWhole = try deframer.next(body.span, from: &offset)
    } catch {
      throw Status(error)
    }
    guard isWhole else { throw .cutRequest }
    guard offset == body.count else { throw .notOneRequest }
    let message = deframer.message
    guard deframer.isCompressed else { return message }
    return try GzipInflater().message(message.span, limitBytes: limitBytes)
  }

  /// Decodes base64 that may consist of parts, each with padding of its own.
  private static func decoded(_ text: [UInt8]) throws(Status) -> [UInt8] {
    var bytes: [UInt8] = []
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "=") { end += 1 }
      while end < text.count, text[end] == UInt8(ascii: "=") { end += 1 }
      guard let part = Base64.decode(text.span.extracting(start..<end)) else {
        throw .malformedRequest("The body is not base64, as grpc-web-text has it.")
      }
      bytes += part
      start = end
    }
    return bytes
  }
}
