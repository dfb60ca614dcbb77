// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension AccessToken: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__Token

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    id = try unsafe Field.text(raw.pointee.id, "id")
    name = try unsafe Field.text(raw.pointee.name, "name")
    role = unsafe Role(rawValue: Field.number(raw.pointee.role))
    createTime = try unsafe Field.message(raw.pointee.create_time, "create_time")
    revokeTime = try unsafe Field.message(raw.pointee.revoke_time, "revoke_time")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__token__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.id = arena.text(id)
    unsafe raw.pointee.name = arena.text(name)
    unsafe raw.pointee.role = .init(Field.number(role))
    unsafe raw.pointee.create_time = arena.message(createTime)
    unsafe raw.pointee.revoke_time = arena.message(revokeTime)
  }
}

extension CreateTokenRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__CreateTokenRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    name = try unsafe Field.text(raw.pointee.name, "name")
    role = unsafe Role(rawValue: Field.number(raw.pointee.role))
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__create_token_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.name = arena.text(name)
    unsafe raw.pointee.role = .init(Field.number(role))
  }
}

extension CreateTokenResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__CreateTokenResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    token = try unsafe Field.message(raw.pointee.token, "token")
    secret = try unsafe Field.text(raw.pointee.secret, "secret")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__create_token_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.token = arena.message(token)
    unsafe raw.pointee.secret = arena.text(secret)
  }
}

extension ListTokensRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__ListTokensRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__list_tokens_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {}
}

extension ListTokensResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__ListTokensResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    tokens = try unsafe Field.messages(raw.pointee.n_tokens, raw.pointee.tokens, "tokens")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__list_tokens_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_tokens, raw.pointee.tokens) = arena.messages(tokens)
  }
}

extension RevokeTokenRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__RevokeTokenRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    id = try unsafe Field.text(raw.pointee.id, "id")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__revoke_token_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.id = arena.text(id)
  }
}

extension RevokeTokenResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__Maintenance__V1__RevokeTokenResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    token = try unsafe Field.message(raw.pointee.token, "token")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__maintenance__v1__revoke_token_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.token = arena.message(token)
  }
}
