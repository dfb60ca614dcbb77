// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension BackupRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__BackupRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    path = try unsafe Field.text(raw.pointee.path, "path")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__backup_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.path = arena.text(path)
  }
}

extension BackupResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__BackupResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    sizeBytes = unsafe raw.pointee.size_bytes
    quoteCount = unsafe raw.pointee.quote_count
    revision = unsafe raw.pointee.revision
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__backup_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.size_bytes = sizeBytes
    unsafe raw.pointee.quote_count = quoteCount
    unsafe raw.pointee.revision = revision
  }
}
