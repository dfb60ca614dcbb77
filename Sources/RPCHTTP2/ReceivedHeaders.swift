// SPDX-License-Identifier: Apache-2.0

internal import CNghttp2
package import RPCCore

/// The headers of the HEADERS frame that is being told of, with its continuations.
///
/// A connection receives one block at a time (RFC 9113, section 6.10), so a session has one such
/// object, which keeps its memory. Its content holds during `headersReceived` only.
@safe
package final class ReceivedHeaders {
  /// One header, by where its name and value lie in `bytes`.
  package struct Field: Sendable {
    /// What the name means here.
    package let known: HeaderName
    /// Whether the value is the one that a gRPC request usually has under that name.
    package let isUsual: Bool
    let start: UInt32
    let middle: UInt32
    let end: UInt32

    /// Where the name lies.
    package var name: Range<Int> { Int(start)..<Int(middle) }
    /// Where the value lies.
    package var value: Range<Int> { Int(middle)..<Int(end) }
  }

  /// All that changes, in memory of our own: it is touched for every header of every call.
  @safe
  private struct State {
    var bytes: UnsafeMutablePointer<UInt8>
    var byteCount = 0
    var byteCapacity: Int
    var fields: UnsafeMutablePointer<Field>
    var fieldCount = 0
    var fieldCapacity: Int
    var listBytes = 0
    var rules = HeaderRules()
  }

  private let state: UnsafeMutablePointer<State>
  private let limitBytes: Int
  private let keepsRules: Bool

  /// Creates an empty block of at most `limitBytes`, counted as HTTP/2 does.
  init(limitBytes: Int, keepsRules: Bool) {
    self.limitBytes = limitBytes
    self.keepsRules = keepsRules
    let (bytes, fields) = (256, 16)
    unsafe state = .allocate(capacity: 1)
    let start = unsafe State(
      bytes: .allocate(capacity: bytes), byteCapacity: bytes,
      fields: .allocate(capacity: fields), fieldCapacity: fields)
    unsafe state.initialize(to: start)
  }

  deinit {
    unsafe state.pointee.bytes.deallocate()
    unsafe state.pointee.fields.deallocate()
    unsafe state.deallocate()
  }

  /// Calls `body` with each header: its meaning, whether its value is the usual one, name, value.
  package func forEach(_ body: (HeaderName, Bool, Span<UInt8>, Span<UInt8>) -> Void) {
    let bytes = unsafe state.pointee.bytes
    for index in 0..<(unsafe state.pointee.fieldCount) {
      let field = unsafe state.pointee.fields[index]
      let (start, middle, end) = (Int(field.start), Int(field.middle), Int(field.end))
      let name = unsafe UnsafeBufferPointer(start: bytes + start, count: middle - start)
      let value = unsafe UnsafeBufferPointer(start: bytes + middle, count: end - middle)
      body(field.known, field.isUsual, unsafe name.span, unsafe value.span)
    }
  }

  /// Appends to `metadata` what is the sender's own, in order. Names and values of what is binary
  /// (`-bin`) are given to `appendBinary`, which decodes and appends.
  package func append(
    to metadata: inout Metadata,
    appendBinary: (Span<UInt8>, Span<UInt8>, inout Metadata) -> Void
  ) {
    let bytes = unsafe state.pointee.bytes
    for index in 0..<(unsafe state.pointee.fieldCount) {
      let field = unsafe state.pointee.fields[index]
      switch field.known {
      case .custom, .grpcReserved, .userAgent: break
      default: continue
      }
      let (start, middle, end) = (Int(field.start), Int(field.middle), Int(field.end))
      let name = unsafe UnsafeBufferPointer(start: bytes + start, count: middle - start)
      if unsafe name.span.namesBinaryValue {
        let value = unsafe UnsafeBufferPointer(start: bytes + middle, count: end - middle)
        appendBinary(unsafe name.span, unsafe value.span, &metadata)
      } else {
        // The value lies behind the name: one copy is enough.
        let both = unsafe UnsafeBufferPointer(start: bytes + start, count: end - start)
        metadata.append(nameCount: name.count) { unsafe $0.append(contentsOf: both) }
      }
    }
  }

  /// A copy of the names and values, one after the other.
  package var bytes: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: state.pointee.bytes, count: state.pointee.byteCount))
  }

  /// Where in `bytes` they lie.
  package var fields: [Field] {
    unsafe Array(UnsafeBufferPointer(start: state.pointee.fields, count: state.pointee.fieldCount))
  }

  /// Where the first value of a name lies in `bytes`.
  package func first(_ known: HeaderName) -> Range<Int>? {
    fields.first { $0.known == known }?.value
  }

  /// The size of the list as HTTP/2 counts it: each name and value and 32 bytes more (RFC 9113,
  /// section 6.5.2). Counts what was left out above the limit too.
  package var listBytes: Int { unsafe state.pointee.listBytes }

  /// Whether the list was larger than the limit, so that fields are missing.
  package var isOverLimit: Bool { listBytes > limitBytes }

  /// Whether `:authority` or `host` came more than once.
  package var hasManyAuthorities: Bool { unsafe state.pointee.rules.hasManyAuthorities }

  var rules: HeaderRules { unsafe state.pointee.rules }

  func removeAll() {
    unsafe state.pointee.byteCount = 0
    unsafe state.pointee.fieldCount = 0
    unsafe state.pointee.listBytes = 0
    unsafe state.pointee.rules = HeaderRules()
  }

  /// Appends a header as nghttp2 hands it over, or only counts it when the list grows too large.
  func append(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
    let count = name.count &+ value.count
    let listBytes = unsafe state.pointee.listBytes &+ count &+ 32
    unsafe state.pointee.listBytes = listBytes
    guard listBytes <= limitBytes else { return }
    let known = unsafe HeaderName(name)
    let isUsual = unsafe known.usually(value)
    if keepsRules { unsafe state.pointee.rules.check(known, isUsual, name, value) }
    // The limit keeps all sums below far below what 32 bits hold.
    let start = unsafe state.pointee.byteCount
    let (middle, end) = (start &+ name.count, start &+ count)
    if unsafe end > state.pointee.byteCapacity { growBytes(to: end) }
    let room = unsafe state.pointee.bytes
    if let from = name.baseAddress { unsafe memcpy(room + start, from, name.count) }
    if let from = value.baseAddress { unsafe memcpy(room + middle, from, value.count) }
    unsafe state.pointee.byteCount = end
    let index = unsafe state.pointee.fieldCount
    if unsafe index == state.pointee.fieldCapacity { growFields() }
    unsafe (state.pointee.fields + index).initialize(
      to: Field(
        known: known, isUsual: isUsual, start: UInt32(truncatingIfNeeded: start),
        middle: UInt32(truncatingIfNeeded: middle), end: UInt32(truncatingIfNeeded: end)))
    unsafe state.pointee.fieldCount = index &+ 1
  }

  private func growBytes(to needed: Int) {
    let capacity = unsafe max(needed, state.pointee.byteCapacity * 2)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: state.pointee.bytes, count: state.pointee.byteCount)
    unsafe state.pointee.bytes.deallocate()
    unsafe state.pointee.bytes = unsafe larger
    unsafe state.pointee.byteCapacity = capacity
  }

  private func growFields() {
    let capacity = unsafe state.pointee.fieldCapacity * 2
    let larger = UnsafeMutablePointer<Field>.allocate(capacity: capacity)
    unsafe larger.update(from: state.pointee.fields, count: state.pointee.fieldCount)
    unsafe state.pointee.fields.deallocate()
    unsafe state.pointee.fields = unsafe larger
    unsafe state.pointee.fieldCapacity = capacity
  }
}
