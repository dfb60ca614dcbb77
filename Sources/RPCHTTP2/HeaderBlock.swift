// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// The headers of one HEADERS frame and its continuations, in order, gathered in one array that
/// keeps its memory from stream to stream.
package struct HeaderBlock: Sendable {
  /// One header, by where its name and value lie in `bytes`.
  package struct Field: Sendable {
    /// What the name means here.
    package let known: HeaderName
    let start: UInt32
    let middle: UInt32
    let end: UInt32

    /// Where the name lies.
    package var name: Range<Int> { Int(start)..<Int(middle) }
    /// Where the value lies.
    package var value: Range<Int> { Int(middle)..<Int(end) }
  }

  /// Names and values, one after the other.
  package private(set) var bytes: [UInt8] = []
  /// Where they lie.
  package private(set) var fields: [Field] = []
  /// The size of the list as HTTP/2 counts it: each name and value and 32 bytes more (RFC 9113,
  /// section 6.5.2). Counts what was left out above the limit too.
  package private(set) var listBytes = 0
  /// Whether the list was larger than the limit, so that fields are missing.
  package private(set) var isOverLimit = false

  /// Whether `:authority` or `host` came more than once.
  package var hasManyAuthorities: Bool { rules.hasManyAuthorities }

  var rules = HeaderRules()

  /// Creates an empty block.
  package init() {}

  /// Appends a header.
  package mutating func append(name: Span<UInt8>, value: Span<UInt8>) {
    let start = bytes.count
    bytes.append(copying: name)
    let middle = bytes.count
    bytes.append(copying: value)
    let known = unsafe bytes.withUnsafeBufferPointer {
      unsafe HeaderName(UnsafeBufferPointer(rebasing: $0[start..<middle]))
    }
    appendField(known, from: start, middle: middle)
  }

  /// Appends a header from texts.
  package mutating func append(_ name: String, _ value: [UInt8]) {
    append(name: Array(name.utf8).span, value: value.span)
  }

  /// Forgets everything but the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    listBytes = 0
    isOverLimit = false
    rules = HeaderRules()
  }

  /// Where the first value of a name lies.
  package func first(_ known: HeaderName) -> Range<Int>? {
    for field in fields where field.known == known { return field.value }
    return nil
  }

  /// Appends a header as nghttp2 hands it over, or only counts it when the list grows too large.
  mutating func append(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, limitBytes: Int,
    underRules: Bool
  ) {
    listBytes += name.count + value.count + 32
    guard listBytes <= limitBytes else {
      isOverLimit = true
      return
    }
    let start = bytes.count
    unsafe bytes.append(contentsOf: name)
    let middle = bytes.count
    unsafe bytes.append(contentsOf: value)
    let known = unsafe HeaderName(name)
    if underRules { unsafe rules.check(known, name, value) }
    appendField(known, from: start, middle: middle)
  }

  private mutating func appendField(_ known: HeaderName, from start: Int, middle: Int) {
    fields.append(
      Field(
        known: known, start: UInt32(start), middle: UInt32(middle), end: UInt32(bytes.count)))
  }
}
