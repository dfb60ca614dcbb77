// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension HealthCheckRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Grpc__Health__V1__HealthCheckRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    service = try unsafe Field.text(raw.pointee.service, "service")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe grpc__health__v1__health_check_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.service = arena.text(service)
  }
}

extension HealthCheckResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Grpc__Health__V1__HealthCheckResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    status = unsafe ServingStatus(rawValue: Field.number(raw.pointee.status))
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe grpc__health__v1__health_check_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.status = .init(Field.number(status))
  }
}

extension HealthListRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Grpc__Health__V1__HealthListRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) { self.init() }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe grpc__health__v1__health_list_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {}
}

extension HealthListResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Grpc__Health__V1__HealthListResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    statuses = try unsafe Field.messages(
      raw.pointee.n_statuses, raw.pointee.statuses, "statuses")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe grpc__health__v1__health_list_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    (unsafe raw.pointee.n_statuses, unsafe raw.pointee.statuses) = unsafe arena.messages(statuses)
  }
}

extension HealthListResponse.Entry: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Grpc__Health__V1__HealthListResponse__StatusesEntry

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    service = try unsafe Field.text(raw.pointee.key, "key")
    response = try unsafe Field.message(raw.pointee.value, "value")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe grpc__health__v1__health_list_response__statuses_entry__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.key = arena.text(service)
    unsafe raw.pointee.value = arena.message(response)
  }
}
