// SPDX-License-Identifier: Apache-2.0

/// The message Reply of quotes.wire.v1: what a server sends.
package struct DelimitedReply: WireMessage, Equatable {
  /// The call's id; 0 speaks of the connection.
  package var id: UInt32
  /// One encoded response.
  package var message: [UInt8] = []
  /// Whether the call is over.
  package var isLast = false
  /// What went wrong; nil where nothing did.
  package var status: DelimitedStatus?
  /// What the server takes.
  package var limits: DelimitedLimits?
  /// Whether new calls are to go to another connection.
  package var isGoingAway = false

  /// Creates a reply without content.
  package init(id: UInt32) { self.id = id }

  package init(wire bytes: Span<UInt8>) throws(WireError) {
    id = 0
    do throws(ProtobufFault) {
      var reader = ProtobufReader()
      while let tag = try reader.tag(bytes) { try read(tag, &reader, bytes) }
    } catch {
      throw WireError(error, in: "quotes.wire.v1.Reply")
    }
  }

  package func append(to bytes: inout [UInt8]) {
    bytes.append(field: 1, UInt64(id))
    bytes.append(field: 2, message)
    bytes.append(field: 3, isLast)
    if let status { bytes.append(message: 4, status) }
    if let limits { bytes.append(message: 5, limits) }
    bytes.append(field: 6, isGoingAway)
  }

  private mutating func read(
    _ tag: ProtobufReader.Tag, _ reader: inout ProtobufReader, _ bytes: Span<UInt8>
  ) throws(ProtobufFault) {
    switch tag.number {
    case 1: id = try reader.number(tag, bytes)
    case 2:
      let range = try reader.range(tag, bytes)
      message = []
      message.append(copying: bytes.extracting(range))
    case 3: isLast = try reader.truth(tag, bytes)
    case 4:
      // A message that comes twice is merged, as everywhere in protobuf.
      let range = try reader.range(tag, bytes)
      var merged = status ?? DelimitedStatus(code: 0, message: "", details: [])
      try merged.merge(bytes.extracting(range))
      status = merged
    case 5:
      let range = try reader.range(tag, bytes)
      var merged = limits ?? DelimitedLimits()
      try merged.merge(bytes.extracting(range))
      limits = merged
    case 6: isGoingAway = try reader.truth(tag, bytes)
    default: try reader.skip(tag, bytes)
    }
  }
}

/// The message Status of quotes.wire.v1: how a call ended.
package struct DelimitedStatus: WireMessage, Equatable {
  /// The number of a `Status.Code`.
  package var code: Int32
  /// What went wrong, in words.
  package var message: String
  /// An encoded google.rpc.Status; empty where there are no details.
  package var details: [UInt8]

  /// Creates a status.
  package init(code: Int32, message: String, details: [UInt8]) {
    self.code = code
    self.message = message
    self.details = details
  }

  package init(wire bytes: Span<UInt8>) throws(WireError) {
    self.init(code: 0, message: "", details: [])
    do throws(ProtobufFault) {
      try merge(bytes)
    } catch {
      throw WireError(error, in: "quotes.wire.v1.Status")
    }
  }

  package func append(to bytes: inout [UInt8]) {
    bytes.append(field: 1, UInt64(bitPattern: Int64(code)))
    bytes.append(field: 2, message)
    bytes.append(field: 3, details)
  }

  fileprivate mutating func merge(_ bytes: Span<UInt8>) throws(ProtobufFault) {
    var reader = ProtobufReader()
    while let tag = try reader.tag(bytes) {
      switch tag.number {
      case 1: code = Int32(bitPattern: try reader.number(tag, bytes))
      case 2:
        message = bytes.extracting(try reader.text(tag, bytes, field: "message")).text
      case 3:
        let range = try reader.range(tag, bytes)
        details = []
        details.append(copying: bytes.extracting(range))
      default: try reader.skip(tag, bytes)
      }
    }
  }
}

/// The message Limits of quotes.wire.v1: what a server takes on one connection.
package struct DelimitedLimits: WireMessage, Equatable {
  /// The largest Call, in bytes.
  package var maxCallBytes: UInt32 = 0
  /// The largest Reply, in bytes.
  package var maxReplyBytes: UInt32 = 0
  /// Calls under way at a time.
  package var maxCallsInFlight: UInt32 = 0
  /// How long a connection without a call stays, in milliseconds.
  package var idleTimeoutMilliseconds: UInt32 = 0

  /// Creates limits that say nothing.
  package init() {}

  package init(wire bytes: Span<UInt8>) throws(WireError) {
    do throws(ProtobufFault) {
      try merge(bytes)
    } catch {
      throw WireError(error, in: "quotes.wire.v1.Limits")
    }
  }

  package func append(to bytes: inout [UInt8]) {
    bytes.append(field: 1, UInt64(maxCallBytes))
    bytes.append(field: 2, UInt64(maxReplyBytes))
    bytes.append(field: 3, UInt64(maxCallsInFlight))
    bytes.append(field: 4, UInt64(idleTimeoutMilliseconds))
  }

  fileprivate mutating func merge(_ bytes: Span<UInt8>) throws(ProtobufFault) {
    var reader = ProtobufReader()
    while let tag = try reader.tag(bytes) {
      switch tag.number {
      case 1: maxCallBytes = try reader.number(tag, bytes)
      case 2: maxReplyBytes = try reader.number(tag, bytes)
      case 3: maxCallsInFlight = try reader.number(tag, bytes)
      case 4: idleTimeoutMilliseconds = try reader.number(tag, bytes)
      default: try reader.skip(tag, bytes)
      }
    }
  }
}
