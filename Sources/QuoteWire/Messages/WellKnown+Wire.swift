// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension Timestamp: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Google__Protobuf__Timestamp

  init() { self.init(seconds: 0) }

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init(seconds: unsafe raw.pointee.seconds, nanoseconds: unsafe raw.pointee.nanos)
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe google__protobuf__timestamp__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.seconds = seconds
    unsafe raw.pointee.nanos = nanoseconds
  }
}

extension Duration: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Google__Protobuf__Duration

  init() { self = .zero }

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self = unsafe .seconds(raw.pointee.seconds) + .nanoseconds(raw.pointee.nanos)
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe google__protobuf__duration__init(raw)
  }

  /// What is finer than a nanosecond is cut off.
  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.seconds = components.seconds
    unsafe raw.pointee.nanos = Int32(components.attoseconds / 1_000_000_000)
  }
}

extension FieldMask: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Google__Protobuf__FieldMask

  init() { self.init(paths: []) }

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init(paths: try unsafe Field.texts(raw.pointee.n_paths, raw.pointee.paths, "paths"))
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe google__protobuf__field_mask__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_paths, raw.pointee.paths) = arena.texts(paths)
  }
}
