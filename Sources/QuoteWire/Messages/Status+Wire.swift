// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
internal import RPCCore

extension Status: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Google__Rpc__Status

  init() { self = .ok }

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    let packed: [PackedMessage] = try unsafe Field.messages(
      raw.pointee.n_details, raw.pointee.details, "details")
    self.init(
      Code(rawValue: unsafe raw.pointee.code),
      try unsafe Field.text(raw.pointee.message, "message"),
      details: packed.map(\.detail))
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe google__rpc__status__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.code = code.rawValue
    unsafe raw.pointee.message = arena.text(message)
    unsafe (raw.pointee.n_details, raw.pointee.details) = arena.messages(
      details.map(PackedMessage.init))
  }
}

extension PackedMessage: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Google__Protobuf__Any

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init(
      typeURL: try unsafe Field.text(raw.pointee.type_url, "type_url"),
      value: unsafe Field.bytes(raw.pointee.value))
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe google__protobuf__any__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.type_url = arena.text(typeURL)
    unsafe raw.pointee.value = arena.bytes(value.span)
  }
}
