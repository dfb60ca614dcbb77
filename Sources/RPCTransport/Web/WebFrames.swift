// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2
internal import RPCJSON

/// What the responses of a call look like on their way, by its protocol.
struct WebFrames: Sendable {
  let style: WebProtocol
  let schema: ProtoSchema
  /// What the responses are; nil where they travel as they are.
  let response: ProtoMessage?

  private static let endOfStreamFlag: UInt8 = 0x02
  private static let trailersFlag: UInt8 = 0x80

  /// A response as its content is: as JSON, or as it is.
  func content(_ wire: [UInt8]) throws(Status) -> [UInt8] {
    guard style.isJSON, let response else { return wire }
    var json: [UInt8] = []
    do throws(ProtoJSONError) {
      try schema.appendJSON(of: response, wire.span, to: &json)
    } catch {
      throw Status(.internal, "The response can't be written as JSON: \(error)")
    }
    return json
  }

  /// A response in its envelope.
  func message(_ wire: [UInt8]) throws(Status) -> [UInt8] {
    var frame: [UInt8] = []
    let start = frame.beginMessage()
    frame += try content(wire)
    frame.endMessage(at: start)
    return coded(frame)
  }

  /// What ends the stream: the status and the trailing metadata, in an envelope of their own.
  func end(_ status: Status, _ details: [UInt8], _ trailing: Metadata) -> [UInt8] {
    var frame: [UInt8] = []
    let start = frame.beginMessage()
    if style.isConnect {
      appendEndOfStream(status, details, trailing, to: &frame)
    } else {
      appendTrailers(status, details, trailing, to: &frame)
    }
    frame.endMessage(at: start)
    frame[start] = style.isConnect ? Self.endOfStreamFlag : Self.trailersFlag
    return coded(frame)
  }

  /// Base64 ends with each frame, so that a client can read what it has.
  private func coded(_ frame: [UInt8]) -> [UInt8] {
    guard style.kind == .grpcWebText else { return frame }
    var text: [UInt8] = []
    Base64.encode(frame.span, into: &text)
    text += repeatElement(UInt8(ascii: "="), count: (3 - frame.count % 3) % 3)
    return text
  }

  private func appendTrailers(
    _ status: Status, _ details: [UInt8], _ trailing: Metadata, to frame: inout [UInt8]
  ) {
    var block = HeaderBlock()
    if status.code == .ok {
      block.append("grpc-status", [UInt8(ascii: "0")])
    } else {
      block.append(status) { _ in details }
    }
    block.append(trailing)
    for field in block.webFields { frame += "\(field.name): \(field.value)\r\n".utf8 }
  }

  private func appendEndOfStream(
    _ status: Status, _ details: [UInt8], _ trailing: Metadata, to frame: inout [UInt8]
  ) {
    frame.append(UInt8(ascii: "{"))
    if status.code != .ok {
      frame += "\"error\":".utf8
      ConnectError.append(status, details, schema, to: &frame)
    }
    var block = HeaderBlock()
    block.append(trailing)
    var values: [String: [String]] = [:]
    for field in block.webFields { values[field.name, default: []].append(field.value) }
    if !values.isEmpty {
      if status.code != .ok { frame.append(UInt8(ascii: ",")) }
      let members = values.sorted { $0.key < $1.key }.map { name, values in
        let list = values.map { String(decoding: JSONText.quoted($0), as: UTF8.self) }
        let label = String(decoding: JSONText.quoted(name), as: UTF8.self)
        return "\(label):[\(list.joined(separator: ","))]"
      }
      frame += "\"metadata\":{\(members.joined(separator: ","))}".utf8
    }
    frame.append(UInt8(ascii: "}"))
  }
}

/// What a handler's responses go to that are to travel in envelopes: they are put into them by the
/// task, since that takes a while, and others use the loop.
struct FramingSink: ReplySink {
  let sink: any ReplySink
  let frames: WebFrames

  func waitForRoom(of byteCount: Int) async throws(Status) {
    try await sink.waitForRoom(of: byteCount)
  }

  func send(_ encoded: [UInt8]) async throws(Status) {
    try await sink.send(try frames.message(encoded))
  }
}

extension HeaderBlock {
  /// The same as fields of HTTP.
  var webFields: [WebField] {
    fields.map { field in
      WebField(
        String(decoding: bytes[field.name], as: UTF8.self),
        String(decoding: bytes[field.value], as: UTF8.self))
    }
  }
}
