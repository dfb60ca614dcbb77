// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// `grpc.testing.SimpleRequest`, as far as the cases need it.
struct SimpleRequest: WireMessage {
  var responseSize: Int32 = 0
  var payload: Payload?
  var isResponseCompressed: Bool?
  var status: EchoStatus?
  var expectsCompressed: Bool?

  init() {}

  init(wire: Span<UInt8>) throws(WireError) {
    var this = Self()
    try eachField(of: wire, "grpc.testing.SimpleRequest") {
      reader, tag, bytes throws(ProtobufFault) in
      switch tag.number {
      case 2: this.responseSize = Int32(bitPattern: try reader.number(tag, bytes))
      case 3: this.payload = try reader.message(Payload.self, tag, bytes)
      case 6: this.isResponseCompressed = try reader.message(Truth.self, tag, bytes).value
      case 7: this.status = try reader.message(EchoStatus.self, tag, bytes)
      case 8: this.expectsCompressed = try reader.message(Truth.self, tag, bytes).value
      default: try reader.skip(tag, bytes)
      }
    }
    self = this
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(field: 2, int32: responseSize)
    if let payload { bytes.append(message: 3, payload) }
    if let isResponseCompressed { bytes.append(message: 6, Truth(isResponseCompressed)) }
    if let status { bytes.append(message: 7, status) }
    if let expectsCompressed { bytes.append(message: 8, Truth(expectsCompressed)) }
  }
}

/// `grpc.testing.SimpleResponse` and `grpc.testing.StreamingOutputCallResponse`: a payload.
struct PayloadResponse: WireMessage {
  var payload = Payload(zeros: 0)

  init(zeros count: Int) { payload = Payload(zeros: count) }

  init(wire: Span<UInt8>) throws(WireError) {
    var payload = Payload(zeros: 0)
    try eachField(of: wire, "grpc.testing.SimpleResponse") {
      reader, tag, bytes throws(ProtobufFault) in
      guard tag.number == 1 else { return try reader.skip(tag, bytes) }
      payload = try reader.message(Payload.self, tag, bytes)
    }
    self.payload = payload
  }

  func append(to bytes: inout [UInt8]) { bytes.append(message: 1, payload) }
}

/// `grpc.testing.StreamingInputCallRequest`.
struct StreamingInputRequest: WireMessage {
  var payload: Payload?
  var expectsCompressed: Bool?

  init(zeros count: Int, expectsCompressed: Bool? = nil) {
    payload = Payload(zeros: count)
    self.expectsCompressed = expectsCompressed
  }

  init(wire: Span<UInt8>) throws(WireError) {
    var (payload, expectsCompressed) = (Payload?.none, Bool?.none)
    try eachField(of: wire, "grpc.testing.StreamingInputCallRequest") {
      reader, tag, bytes throws(ProtobufFault) in
      switch tag.number {
      case 1: payload = try reader.message(Payload.self, tag, bytes)
      case 2: expectsCompressed = try reader.message(Truth.self, tag, bytes).value
      default: try reader.skip(tag, bytes)
      }
    }
    self.payload = payload
    self.expectsCompressed = expectsCompressed
  }

  func append(to bytes: inout [UInt8]) {
    if let payload { bytes.append(message: 1, payload) }
    if let expectsCompressed { bytes.append(message: 2, Truth(expectsCompressed)) }
  }
}

/// `grpc.testing.StreamingInputCallResponse`.
struct StreamingInputResponse: WireMessage {
  var aggregatedPayloadSize: Int32

  init(aggregatedPayloadSize: Int32) { self.aggregatedPayloadSize = aggregatedPayloadSize }

  init(wire: Span<UInt8>) throws(WireError) {
    var size: Int32 = 0
    try eachField(of: wire, "grpc.testing.StreamingInputCallResponse") {
      reader, tag, bytes throws(ProtobufFault) in
      guard tag.number == 1 else { return try reader.skip(tag, bytes) }
      size = Int32(bitPattern: try reader.number(tag, bytes))
    }
    aggregatedPayloadSize = size
  }

  func append(to bytes: inout [UInt8]) { bytes.append(field: 1, int32: aggregatedPayloadSize) }
}

/// `grpc.testing.StreamingOutputCallRequest`.
struct StreamingOutputRequest: WireMessage {
  var responses: [ResponseParameters] = []
  var payload: Payload?
  var status: EchoStatus?

  init(_ responses: [ResponseParameters], payloadZeros: Int? = nil, status: EchoStatus? = nil) {
    self.responses = responses
    payload = payloadZeros.map(Payload.init(zeros:))
    self.status = status
  }

  init(wire: Span<UInt8>) throws(WireError) {
    var this = Self([])
    try eachField(of: wire, "grpc.testing.StreamingOutputCallRequest") {
      reader, tag, bytes throws(ProtobufFault) in
      switch tag.number {
      case 2: this.responses.append(try reader.message(ResponseParameters.self, tag, bytes))
      case 3: this.payload = try reader.message(Payload.self, tag, bytes)
      case 7: this.status = try reader.message(EchoStatus.self, tag, bytes)
      default: try reader.skip(tag, bytes)
      }
    }
    self = this
  }

  func append(to bytes: inout [UInt8]) {
    for response in responses { bytes.append(message: 2, response) }
    if let payload { bytes.append(message: 3, payload) }
    if let status { bytes.append(message: 7, status) }
  }
}
