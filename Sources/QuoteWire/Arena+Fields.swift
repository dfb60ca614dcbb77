// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto

extension Arena {
  /// A copy of a text.
  mutating func text(_ text: String) -> ProtobufCBinaryData {
    guard !text.isEmpty else { return unsafe ProtobufCBinaryData() }
    return unsafe bytes(text.utf8.span)
  }

  /// A copy of bytes.
  mutating func bytes(_ bytes: Span<UInt8>) -> ProtobufCBinaryData {
    guard !bytes.isEmpty else { return unsafe ProtobufCBinaryData() }
    let copy = unsafe demand(bytes.count).bindMemory(to: UInt8.self, capacity: bytes.count)
    unsafe bytes.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      unsafe copy.initialize(from: start, count: source.count)
    }
    return unsafe ProtobufCBinaryData(len: bytes.count, data: copy)
  }

  /// Copies of the texts of a repeated field, and how many they are.
  mutating func texts(
    _ texts: [String]
  ) -> (Int, UnsafeMutablePointer<ProtobufCBinaryData>?) {
    let first = unsafe items(ProtobufCBinaryData.self, texts.count)
    for (index, text) in texts.enumerated() {
      unsafe (first + index).initialize(to: self.text(text))
    }
    return unsafe (texts.count, first)
  }

  /// Copies of the bytes of a repeated field, and how many they are.
  mutating func byteStrings(
    _ strings: [[UInt8]]
  ) -> (Int, UnsafeMutablePointer<ProtobufCBinaryData>?) {
    let first = unsafe items(ProtobufCBinaryData.self, strings.count)
    for (index, string) in strings.enumerated() {
      unsafe (first + index).initialize(to: bytes(string.span))
    }
    return unsafe (strings.count, first)
  }

  /// Copies of the numbers of a repeated field, and how many they are.
  mutating func numbers(_ numbers: [Int32]) -> (Int, UnsafeMutablePointer<Int32>?) {
    let first = unsafe items(Int32.self, numbers.count)
    for (index, number) in numbers.enumerated() { unsafe (first + index).initialize(to: number) }
    return unsafe (numbers.count, first)
  }

  /// A value as protobuf-c's struct.
  mutating func mirror<Value: ProtobufMessage>(
    _ value: Value
  ) -> UnsafeMutablePointer<Value.Raw> {
    let raw = unsafe items(Value.Raw.self, 1)
    unsafe Value.prepare(raw)
    unsafe value.write(to: raw, in: &self)
    return unsafe raw
  }

  /// A message as protobuf-c's struct; nil = absent.
  mutating func message<Value: ProtobufMessage>(
    _ value: Value?
  ) -> UnsafeMutablePointer<Value.Raw>? {
    guard let value else { return nil }
    return unsafe mirror(value)
  }

  /// The messages of a repeated field, and how many they are.
  mutating func messages<Value: ProtobufMessage>(
    _ values: [Value]
  ) -> (Int, UnsafeMutablePointer<UnsafeMutablePointer<Value.Raw>?>?) {
    let first = unsafe items(UnsafeMutablePointer<Value.Raw>?.self, values.count)
    for (index, value) in values.enumerated() {
      unsafe (first + index).initialize(to: mirror(value))
    }
    return unsafe (values.count, first)
  }

  private mutating func items<Item>(_ type: Item.Type, _ count: Int) -> UnsafeMutablePointer<Item> {
    unsafe demand(count * MemoryLayout<Item>.stride).bindMemory(to: Item.self, capacity: count)
  }
}
