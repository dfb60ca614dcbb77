// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
internal import RPCCore

/// A value that mirrors one of protobuf-c's structs, field by field.
///
/// The struct knows numbers and types of the fields; a conformance only says which is which.
protocol ProtobufMessage: WireMessage {
  /// The struct.
  associatedtype Raw

  /// The value of a message without fields.
  init()
  /// Copies the struct's fields; its memory is the arena's and goes away afterwards.
  init(reading raw: UnsafePointer<Raw>) throws(WireError)

  /// Sets the struct up as a message without fields.
  static func prepare(_ raw: UnsafeMutablePointer<Raw>)
  /// Sets the struct's fields; what they point to is put into the arena.
  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena)
}

extension ProtobufMessage {
  @safe package init(wire: Span<UInt8>) throws(WireError) {
    guard !wire.isEmpty else {
      self.init()
      return
    }
    self = try Arena.withThreadArena(budgetBytes: Arena.budget(forMessageOf: wire.count)) {
      (arena) throws(WireError) in
      let raw = try unsafe Self.unpack(wire, &arena)
      return try unsafe Self(reading: raw)
    }
  }

  private static func unpack(
    _ wire: Span<UInt8>, _ arena: inout Arena
  ) throws(WireError) -> UnsafePointer<Raw> {
    let descriptor = unsafe Self.descriptor
    let message = unsafe withUnsafeMutablePointer(to: &arena) { arena in
      var allocator = unsafe Arena.allocator(arena)
      return unsafe wire.withUnsafeBufferPointer { bytes in
        unsafe protobuf_c_message_unpack(descriptor, &allocator, bytes.count, bytes.baseAddress)
      }
    }
    guard let message = unsafe message else {
      let name = unsafe descriptor.map { unsafe String(cString: $0.pointee.name) } ?? ""
      throw arena.hasRefused ? .overBudget(message: name) : .malformed(message: name)
    }
    return unsafe UnsafeRawPointer(message).assumingMemoryBound(to: Raw.self)
  }

  /// What protobuf-c knows of the message. It is a C constant, whose address Swift can't take; but
  /// a struct that was set up has it.
  private static var descriptor: UnsafePointer<ProtobufCMessageDescriptor>? {
    unsafe withUnsafeTemporaryAllocation(of: Raw.self, capacity: 1) { blank in
      guard let blank = blank.baseAddress else { return nil }
      unsafe prepare(blank)
      return unsafe UnsafeRawPointer(blank).load(as: ProtobufCMessage.self).descriptor
    }
  }

  @safe package func append(to bytes: inout [UInt8]) {
    Arena.withThreadArena(budgetBytes: .max) { arena in
      let raw = unsafe arena.mirror(self)
      let message = unsafe UnsafeRawPointer(raw).assumingMemoryBound(to: ProtobufCMessage.self)
      let byteCount = unsafe protobuf_c_message_get_packed_size(message)
      // Adding nothing to an empty array would write to the one that all threads share.
      guard byteCount > 0 else { return }
      bytes.append(addingCapacity: byteCount) { output in
        unsafe output.withUnsafeMutableBufferPointer { free, count in
          count += unsafe protobuf_c_message_pack(message, free.baseAddress)
        }
      }
    }
  }
}
