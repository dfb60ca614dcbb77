// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
internal import QuoteWire

/// Fills messages by protobuf-c's own description of them, without knowing any, and packs them.
struct ProtoSample: ~Copyable {
  /// What the fields are filled with.
  enum Values: CaseIterable {
    /// A value of its own for each field, so that no two can be mistaken for one another.
    case distinct
    /// The ends of each type's range, NUL in texts, enums without a name.
    case extreme
  }

  private let values: Values
  private let oneofMember: Int
  private var arena = Arena(budgetBytes: 1 << 24)
  private var counter: Int64 = 100
  /// Fields of a kind that this sampler can't fill.
  private(set) var unfilled: [String] = []

  /// Of each oneof, the member with this number is set (modulo how many there are).
  init(values: Values, oneofMember: Int) {
    self.values = values
    self.oneofMember = oneofMember
  }

  /// The packed message with every field set.
  mutating func packed(_ description: UnsafePointer<ProtobufCMessageDescriptor>) -> [UInt8] {
    let filled = unsafe message(description)
    let raw = unsafe filled.assumingMemoryBound(to: ProtobufCMessage.self)
    var bytes = unsafe Array(repeating: UInt8(0), count: protobuf_c_message_get_packed_size(raw))
    let count = unsafe protobuf_c_message_pack(raw, &bytes)
    precondition(count == bytes.count)
    return bytes
  }

  /// The most members that a oneof of the message has; at least 1.
  static func oneofMembers(_ description: UnsafePointer<ProtobufCMessageDescriptor>) -> Int {
    unsafe max(1, oneofs(description).values.map(\.count).max() ?? 1)
  }

  /// The field numbers of each oneof, by the place where its case is kept.
  private static func oneofs(
    _ description: UnsafePointer<ProtobufCMessageDescriptor>
  ) -> [UInt32: [UInt32]] {
    var members: [UInt32: [UInt32]] = [:]
    unsafe description.fieldList.forEach { field in
      guard unsafe field.flags & PROTOBUF_C_FIELD_FLAG_ONEOF.rawValue != 0 else { return }
      unsafe members[field.quantifier_offset, default: []].append(field.id)
    }
    return members
  }

  private mutating func message(
    _ description: UnsafePointer<ProtobufCMessageDescriptor>
  ) -> UnsafeMutableRawPointer {
    let raw = unsafe memory(description.pointee.sizeof_message)
    unsafe protobuf_c_message_init(
      description, raw.assumingMemoryBound(to: ProtobufCMessage.self))
    let oneofs = unsafe Self.oneofs(description)
    for index in 0..<Int(unsafe description.pointee.n_fields) {
      let field = unsafe description.pointee.fields[index]
      let quantifier = unsafe raw + Int(field.quantifier_offset)
      if let members = unsafe oneofs[field.quantifier_offset], unsafe members.contains(field.id) {
        guard unsafe members[oneofMember % members.count] == field.id else { continue }
        unsafe quantifier.storeBytes(of: field.id, as: UInt32.self)
        unsafe fill(field, at: raw + Int(field.offset))
      } else if unsafe field.label == PROTOBUF_C_LABEL_REPEATED {
        let size = unsafe Self.size(of: field.type)
        let items = unsafe memory(2 * size)
        unsafe fill(field, at: items)
        unsafe fill(field, at: items + size)
        unsafe quantifier.storeBytes(of: 2, as: Int.self)
        unsafe (raw + Int(field.offset)).storeBytes(of: items, as: UnsafeMutableRawPointer.self)
      } else {
        unsafe fill(field, at: raw + Int(field.offset))
      }
    }
    return unsafe raw
  }

  private mutating func fill(
    _ field: ProtobufCFieldDescriptor, at place: UnsafeMutableRawPointer
  ) {
    counter += 1
    let isExtreme = values == .extreme
    let name = unsafe String(cString: field.name)
    switch unsafe field.type {
    case PROTOBUF_C_TYPE_BOOL: unsafe place.storeBytes(of: 1, as: Int32.self)
    case PROTOBUF_C_TYPE_INT32 where name == "nanos":  // Of a Duration: below a second.
      unsafe place.storeBytes(of: isExtreme ? 999_999_999 : Int32(counter), as: Int32.self)
    case PROTOBUF_C_TYPE_INT32, PROTOBUF_C_TYPE_SINT32:
      unsafe place.storeBytes(of: isExtreme ? .min : Int32(counter), as: Int32.self)
    case PROTOBUF_C_TYPE_ENUM:
      unsafe place.storeBytes(of: isExtreme ? -1 : 1 + Int32(counter % 2), as: Int32.self)
    case PROTOBUF_C_TYPE_UINT32:
      unsafe place.storeBytes(of: isExtreme ? .max : UInt32(counter), as: UInt32.self)
    case PROTOBUF_C_TYPE_INT64:
      unsafe place.storeBytes(of: isExtreme ? .max : counter, as: Int64.self)
    case PROTOBUF_C_TYPE_UINT64:
      unsafe place.storeBytes(of: isExtreme ? .max : UInt64(counter), as: UInt64.self)
    case PROTOBUF_C_TYPE_BYTES:
      let text =
        isExtreme
        ? "\(counter) \(name)\0\u{10FFFF}\u{7FF}é" + String(repeating: "…", count: 700)
        : "\(counter) \(name)"
      unsafe place.storeBytes(of: data(Array(text.utf8)), as: ProtobufCBinaryData.self)
    case PROTOBUF_C_TYPE_MESSAGE:
      let description = unsafe field.descriptor.assumingMemoryBound(
        to: ProtobufCMessageDescriptor.self)
      unsafe place.storeBytes(of: message(description), as: UnsafeMutableRawPointer.self)
    default: unfilled.append(name)
    }
  }

  private mutating func data(_ bytes: [UInt8]) -> ProtobufCBinaryData {
    let copy = unsafe memory(bytes.count)
    unsafe copy.copyMemory(from: bytes, byteCount: bytes.count)
    return unsafe ProtobufCBinaryData(
      len: bytes.count, data: copy.assumingMemoryBound(to: UInt8.self))
  }

  private mutating func memory(_ byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = unsafe arena.allocate(byteCount) else {
      preconditionFailure("The sample is larger than its arena.")
    }
    return unsafe memory
  }

  private static func size(of type: ProtobufCType) -> Int {
    switch type {
    case PROTOBUF_C_TYPE_BYTES: unsafe MemoryLayout<ProtobufCBinaryData>.stride
    case PROTOBUF_C_TYPE_MESSAGE, PROTOBUF_C_TYPE_INT64, PROTOBUF_C_TYPE_UINT64: 8
    default: 4
    }
  }
}

extension UnsafePointer<ProtobufCMessageDescriptor> {
  /// The message's full name in the proto.
  var fullName: String { unsafe String(cString: pointee.name) }

  fileprivate var fieldList: UnsafeBufferPointer<ProtobufCFieldDescriptor> {
    unsafe UnsafeBufferPointer(start: pointee.fields, count: Int(pointee.n_fields))
  }
}
