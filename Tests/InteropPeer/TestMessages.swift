// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// `grpc.testing.Empty`.
struct Empty: WireMessage {
  init() {}

  init(wire: Span<UInt8>) throws(WireError) {
    try eachField(of: wire, "grpc.testing.Empty") { reader, tag, bytes throws(ProtobufFault) in
      try reader.skip(tag, bytes)
    }
  }

  func append(to bytes: inout [UInt8]) {}
}

/// `grpc.testing.Payload`: so many bytes of zero, or what a peer has sent.
struct Payload: WireMessage {
  var body: [UInt8] = []

  init(zeros count: Int) { body = [UInt8](repeating: 0, count: count) }

  init(wire: Span<UInt8>) throws(WireError) {
    var body: [UInt8] = []
    try eachField(of: wire, "grpc.testing.Payload") { reader, tag, bytes throws(ProtobufFault) in
      guard tag.number == 2 else { return try reader.skip(tag, bytes) }
      body = []
      body.append(copying: bytes.extracting(try reader.range(tag, bytes)))
    }
    self.body = body
  }

  func append(to bytes: inout [UInt8]) { bytes.append(field: 2, body) }

  /// Whether it is so many bytes of zero.
  func isZeros(_ count: Int) -> Bool { body.count == count && body.allSatisfy { $0 == 0 } }
}

/// `grpc.testing.BoolValue`: its presence says something too.
struct Truth: WireMessage {
  var value: Bool

  init(_ value: Bool) { self.value = value }

  init(wire: Span<UInt8>) throws(WireError) {
    var value = false
    try eachField(of: wire, "grpc.testing.BoolValue") { reader, tag, bytes throws(ProtobufFault) in
      if tag.number == 1 {
        value = try reader.truth(tag, bytes)
      } else {
        try reader.skip(tag, bytes)
      }
    }
    self.value = value
  }

  func append(to bytes: inout [UInt8]) { bytes.append(field: 1, value) }
}

/// `grpc.testing.EchoStatus`: a status that the server is to answer by.
struct EchoStatus: WireMessage {
  var code: Int32 = 0
  var message = ""

  init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  init(wire: Span<UInt8>) throws(WireError) {
    var (code, message) = (Int32(0), "")
    try eachField(of: wire, "grpc.testing.EchoStatus") { reader, tag, bytes throws(ProtobufFault) in
      switch tag.number {
      case 1: code = Int32(bitPattern: try reader.number(tag, bytes))
      case 2:
        let range = try reader.text(tag, bytes, field: "message")
        message = bytes.extracting(range).text
      default: try reader.skip(tag, bytes)
      }
    }
    self.init(code: code, message: message)
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(field: 1, int32: code)
    bytes.append(field: 2, message)
  }
}

/// `grpc.testing.ResponseParameters`: what one response of a stream is to be.
struct ResponseParameters: WireMessage {
  var size: Int32 = 0
  /// How long to wait before it, in microseconds.
  var intervalMicroseconds: Int32 = 0
  var isCompressed: Bool?

  init(size: Int32, intervalMicroseconds: Int32 = 0, isCompressed: Bool? = nil) {
    self.size = size
    self.intervalMicroseconds = intervalMicroseconds
    self.isCompressed = isCompressed
  }

  init(wire: Span<UInt8>) throws(WireError) {
    self.init(size: 0)
    var this = self
    try eachField(of: wire, "grpc.testing.ResponseParameters") {
      reader, tag, bytes throws(ProtobufFault) in
      switch tag.number {
      case 1: this.size = Int32(bitPattern: try reader.number(tag, bytes))
      case 2: this.intervalMicroseconds = Int32(bitPattern: try reader.number(tag, bytes))
      case 3: this.isCompressed = try reader.message(Truth.self, tag, bytes).value
      default: try reader.skip(tag, bytes)
      }
    }
    self = this
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(field: 1, int32: size)
    bytes.append(field: 2, int32: intervalMicroseconds)
    if let isCompressed { bytes.append(message: 3, Truth(isCompressed)) }
  }
}

/// Reads a message field by field; what `read` throws becomes the message's error.
func eachField(
  of wire: Span<UInt8>, _ message: String,
  _ read: (inout ProtobufReader, ProtobufReader.Tag, Span<UInt8>) throws(ProtobufFault) -> Void
) throws(WireError) {
  var reader = ProtobufReader()
  do throws(ProtobufFault) {
    while let tag = try reader.tag(wire) { try read(&reader, tag, wire) }
  } catch {
    throw .malformed(message: message)
  }
}

extension ProtobufReader {
  /// Reads a field that must be a message.
  mutating func message<Message: WireMessage>(
    _ type: Message.Type, _ tag: Tag, _ bytes: Span<UInt8>
  ) throws(ProtobufFault) -> Message {
    let range = try range(tag, bytes)
    do throws(WireError) {
      return try Message(wire: bytes.extracting(range))
    } catch {
      throw .malformed
    }
  }
}

extension [UInt8] {
  /// Appends a field of type int32: a negative one takes ten bytes.
  mutating func append(field number: UInt32, int32 value: Int32) {
    append(field: number, UInt64(bitPattern: Int64(value)))
  }
}
