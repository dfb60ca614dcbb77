// SPDX-License-Identifier: Apache-2.0

/// The message Call of quotes.wire.v1: what a client sends.
package struct DelimitedCall: WireMessage, Equatable {
  /// Names the call in its replies; higher than all before it on the connection.
  package var id: UInt32
  /// The method's path.
  package var method: String
  /// The encoded request.
  package var message: [UInt8]
  /// How long the caller waits, in milliseconds; 0 is for ever.
  package var timeoutMilliseconds: UInt32
  /// What travels beside the request.
  package var metadata: Metadata
  /// The largest response that the caller takes, in bytes; 0 is the server's limit.
  package var maxReplyBytes: UInt32
  /// Whether the call of this id is to end; nothing else is read then.
  package var isCancel: Bool

  /// Creates a call.
  package init(
    id: UInt32, method: String = "", message: [UInt8] = [], timeoutMilliseconds: UInt32 = 0,
    metadata: Metadata = Metadata(), maxReplyBytes: UInt32 = 0, isCancel: Bool = false
  ) {
    self.id = id
    self.method = method
    self.message = message
    self.timeoutMilliseconds = timeoutMilliseconds
    self.metadata = metadata
    self.maxReplyBytes = maxReplyBytes
    self.isCancel = isCancel
  }

  package init(wire bytes: Span<UInt8>) throws(WireError) {
    var fields = DelimitedCallFields()
    try fields.read(bytes)
    try fields.checkMethod(in: bytes)
    var message: [UInt8] = []
    message.append(copying: bytes.extracting(fields.message))
    self.init(
      id: fields.id, method: bytes.extracting(fields.method).text, message: message,
      timeoutMilliseconds: fields.timeoutMilliseconds, metadata: fields.metadata,
      maxReplyBytes: fields.maxReplyBytes, isCancel: fields.isCancel)
  }

  package func append(to bytes: inout [UInt8]) {
    bytes.append(field: 1, UInt64(id))
    bytes.append(field: 2, method)
    bytes.append(field: 3, message)
    bytes.append(field: 4, UInt64(timeoutMilliseconds))
    for field in metadata.fields {
      let name = metadata.bytes.span.extracting(field.name)
      let value = metadata.bytes.span.extracting(field.value)
      bytes.append(header: 5, name: name, value: value)
    }
    bytes.append(field: 6, UInt64(maxReplyBytes))
    bytes.append(field: 7, isCancel)
  }
}

/// The message Header of quotes.wire.v1: one item of a call's metadata.
package struct DelimitedHeader: WireMessage, Equatable {
  /// Its name, in lower case.
  package var name: String
  /// Its value: ASCII, or any bytes where the name ends with `-bin`.
  package var value: [UInt8]

  /// Creates an item.
  package init(name: String, value: [UInt8]) {
    self.name = name
    self.value = value
  }

  package init(wire bytes: Span<UInt8>) throws(WireError) {
    let places: (name: Range<Int>, value: Range<Int>)
    do throws(ProtobufFault) {
      places = try Self.places(bytes)
    } catch {
      throw WireError(error, in: "quotes.wire.v1.Header")
    }
    name = bytes.extracting(places.name).text
    value = []
    value.append(copying: bytes.extracting(places.value))
  }

  package func append(to bytes: inout [UInt8]) {
    bytes.append(field: 1, name)
    bytes.append(field: 2, value)
  }

  /// Where name and value of an encoded Header lie.
  static func places(
    _ bytes: Span<UInt8>
  ) throws(ProtobufFault) -> (name: Range<Int>, value: Range<Int>) {
    var (name, value) = (0..<0, 0..<0)
    var reader = ProtobufReader()
    while let tag = try reader.tag(bytes) {
      switch tag.number {
      case 1: name = try reader.text(tag, bytes, field: "name")
      case 2: value = try reader.range(tag, bytes)
      default: try reader.skip(tag, bytes)
      }
    }
    return (name, value)
  }
}

extension [UInt8] {
  /// Appends a Header as a message field.
  fileprivate mutating func append(header number: UInt32, name: Span<UInt8>, value: Span<UInt8>) {
    append(varint: UInt64(number << 3 | 2))
    append(varint: UInt64(Self.fieldLength(name.count) + Self.fieldLength(value.count)))
    append(field: 1, copying: name)
    append(field: 2, copying: value)
  }

  private mutating func append(field number: UInt32, copying value: Span<UInt8>) {
    guard !value.isEmpty else { return }
    append(varint: UInt64(number << 3 | 2))
    append(varint: UInt64(value.count))
    append(copying: value)
  }

  /// What a bytes field with a number below 16 takes.
  private static func fieldLength(_ count: Int) -> Int {
    count == 0 ? 0 : 1 + Varint.length(UInt64(count)) + count
  }
}
