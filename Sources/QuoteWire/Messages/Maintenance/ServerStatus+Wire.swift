// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension Finding: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__Finding

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    subject = try unsafe Field.text(raw.pointee.subject, "subject")
    level = unsafe FindingLevel(rawValue: Field.number(raw.pointee.level))
    message = try unsafe Field.text(raw.pointee.message, "message")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__finding__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.subject = arena.text(subject)
    unsafe raw.pointee.level = .init(Field.number(level))
    unsafe raw.pointee.message = arena.text(message)
  }
}

extension GetStatusRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__GetStatusRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__get_status_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {}
}

extension GetStatusResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__GetStatusResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    findings = try unsafe Field.messages(raw.pointee.n_findings, raw.pointee.findings, "findings")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__get_status_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_findings, raw.pointee.findings) = arena.messages(findings)
  }
}
