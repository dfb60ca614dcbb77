// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension ListAuditRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__ListAuditRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    pageSize = unsafe raw.pointee.page_size
    beforeNumber = unsafe raw.pointee.before_number
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__list_audit_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.page_size = pageSize
    unsafe raw.pointee.before_number = beforeNumber
  }
}

extension ListAuditResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__ListAuditResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    entries = try unsafe Field.messages(raw.pointee.n_entries, raw.pointee.entries, "entries")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__list_audit_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_entries, raw.pointee.entries) = arena.messages(entries)
  }
}

extension AuditEntry: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__AuditEntry

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    number = unsafe raw.pointee.number
    revision = unsafe raw.pointee.revision
    time = try unsafe Field.message(raw.pointee.time, "time")
    actor = try unsafe Field.text(raw.pointee.actor, "actor")
    action = try unsafe Field.text(raw.pointee.action, "action")
    target = try unsafe Field.text(raw.pointee.target, "target")
    detail = try unsafe Field.text(raw.pointee.detail, "detail")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__audit_entry__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.number = number
    unsafe raw.pointee.revision = revision
    unsafe raw.pointee.time = arena.message(time)
    unsafe raw.pointee.actor = arena.text(actor)
    unsafe raw.pointee.action = arena.text(action)
    unsafe raw.pointee.target = arena.text(target)
    unsafe raw.pointee.detail = arena.text(detail)
  }
}
