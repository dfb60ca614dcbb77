// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
internal import RPCCore

/// How each kind of field is read out of protobuf-c's structs.
enum Field {
  /// A text: checked, since protobuf-c hands it over as the bytes it was.
  static func text(
    _ data: ProtobufCBinaryData, _ field: @autoclosure () -> String
  ) throws(WireError) -> String {
    guard unsafe data.len > 0 else { return "" }
    let bytes = unsafe UnsafeBufferPointer(start: data.data, count: data.len)
    do {
      // Several times as fast as String(validating:as:), which isn't specialised for bytes.
      return String(copying: try UTF8Span(validating: unsafe bytes.span))
    } catch {
      throw .invalidText(field: field())
    }
  }

  /// The texts of a repeated field.
  static func texts(
    _ count: Int, _ first: UnsafePointer<ProtobufCBinaryData>?, _ field: StaticString
  ) throws(WireError) -> [String] {
    let items = unsafe UnsafeBufferPointer(start: first, count: count)
    var texts: [String] = []
    texts.reserveCapacity(count)
    for index in 0..<count {
      texts.append(try unsafe text(items[index], "\(field)[\(index)]"))
    }
    return texts
  }

  /// The bytes of a field.
  static func bytes(_ data: ProtobufCBinaryData) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: data.data, count: data.len))
  }

  /// The bytes of a repeated field.
  static func byteStrings(
    _ count: Int, _ first: UnsafePointer<ProtobufCBinaryData>?
  ) -> [[UInt8]] {
    let items = unsafe UnsafeBufferPointer(start: first, count: count)
    return (0..<count).map { unsafe bytes(items[$0]) }
  }

  /// The numbers of a repeated field.
  static func numbers(_ count: Int, _ first: UnsafePointer<Int32>?) -> [Int32] {
    unsafe Array(UnsafeBufferPointer(start: first, count: count))
  }

  /// The message of a field, or nil where it is absent.
  static func message<Value: ProtobufMessage>(
    _ raw: UnsafePointer<Value.Raw>?, _ field: @autoclosure () -> String
  ) throws(WireError) -> Value? {
    guard let raw = unsafe raw else { return nil }
    do throws(WireError) {
      return try unsafe Value(reading: raw)
    } catch .invalidText(let inner) {
      throw .invalidText(field: "\(field()).\(inner)")
    }
  }

  /// The messages of a repeated field.
  static func messages<Value: ProtobufMessage>(
    _ count: Int, _ first: UnsafePointer<UnsafeMutablePointer<Value.Raw>?>?,
    _ field: StaticString
  ) throws(WireError) -> [Value] {
    let items = unsafe UnsafeBufferPointer(start: first, count: count)
    var values: [Value] = []
    values.reserveCapacity(count)
    for index in 0..<count {
      let value: Value? = try unsafe message(items[index], "\(field)[\(index)]")
      if let value { values.append(value) }
    }
    return values
  }

  /// The number of an enum's value; enums are open, so it may be one without a name.
  static func number(_ raw: some RawRepresentable<UInt32>) -> Int32 {
    Int32(bitPattern: raw.rawValue)
  }

  /// The number of an open enum's value, as protobuf-c has it.
  static func number(_ value: some RawRepresentable<Int32>) -> UInt32 {
    UInt32(bitPattern: value.rawValue)
  }
}
