// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import RPCCore

/// `google.rpc.ErrorInfo`.
package struct ErrorInfo: Equatable {
  package var reason = ""
  package var domain = ""
  package var metadata: [MetadataEntry] = []

  /// One value of the metadata: an entry of the proto's map.
  package struct MetadataEntry: Equatable {
    package var key = ""
    package var value = ""
  }
}

/// `google.rpc.RetryInfo`.
package struct RetryInfo: Equatable {
  package var retryDelay: Duration?
}

/// `google.rpc.BadRequest`.
package struct BadRequest: Equatable {
  package var fieldViolations: [Status.FieldViolation] = []
}

extension ErrorInfo: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Google__Rpc__ErrorInfo

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    reason = try unsafe Field.text(raw.pointee.reason, "reason")
    domain = try unsafe Field.text(raw.pointee.domain, "domain")
    metadata = try unsafe Field.messages(raw.pointee.n_metadata, raw.pointee.metadata, "metadata")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe google__rpc__error_info__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.reason = arena.text(reason)
    unsafe raw.pointee.domain = arena.text(domain)
    unsafe (raw.pointee.n_metadata, raw.pointee.metadata) = arena.messages(metadata)
  }
}

extension ErrorInfo.MetadataEntry: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Google__Rpc__ErrorInfo__MetadataEntry

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    key = try unsafe Field.text(raw.pointee.key, "key")
    value = try unsafe Field.text(raw.pointee.value, "value")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe google__rpc__error_info__metadata_entry__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.key = arena.text(key)
    unsafe raw.pointee.value = arena.text(value)
  }
}

extension RetryInfo: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Google__Rpc__RetryInfo

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    retryDelay = try unsafe Field.message(raw.pointee.retry_delay, "retry_delay")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe google__rpc__retry_info__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.retry_delay = arena.message(retryDelay)
  }
}

extension BadRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Google__Rpc__BadRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    fieldViolations = try unsafe Field.messages(
      raw.pointee.n_field_violations, raw.pointee.field_violations, "field_violations")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe google__rpc__bad_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_field_violations, raw.pointee.field_violations) = arena.messages(
      fieldViolations)
  }
}

extension Status.FieldViolation: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Google__Rpc__BadRequest__FieldViolation

  init() { self.init(field: "", description: "") }

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init(
      field: try unsafe Field.text(raw.pointee.field, "field"),
      description: try unsafe Field.text(raw.pointee.description, "description"))
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe google__rpc__bad_request__field_violation__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.field = arena.text(field)
    unsafe raw.pointee.description = arena.text(description)
  }
}
