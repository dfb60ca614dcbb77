// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension ServerReflectionRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Grpc__Reflection__V1__ServerReflectionRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    host = try unsafe Field.text(raw.pointee.host, "host")
    question = try unsafe Self.question(raw)
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe grpc__reflection__v1__server_reflection_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.host = arena.text(host)
    unsafe write(question, to: raw, in: &arena)
  }

  private static func question(_ raw: UnsafePointer<Raw>) throws(WireError) -> Question? {
    switch unsafe raw.pointee.message_request_case {
    case GRPC__REFLECTION__V1__SERVER_REFLECTION_REQUEST__MESSAGE_REQUEST_FILE_BY_FILENAME:
      .fileByFilename(try unsafe Field.text(raw.pointee.file_by_filename, "file_by_filename"))
    case GRPC__REFLECTION__V1__SERVER_REFLECTION_REQUEST__MESSAGE_REQUEST_FILE_CONTAINING_SYMBOL:
      .fileContainingSymbol(
        try unsafe Field.text(raw.pointee.file_containing_symbol, "file_containing_symbol"))
    case GRPC__REFLECTION__V1__SERVER_REFLECTION_REQUEST__MESSAGE_REQUEST_FILE_CONTAINING_EXTENSION:
      try unsafe Field.message(raw.pointee.file_containing_extension, "file_containing_extension")
        .map(Question.fileContainingExtension)
    case GRPC__REFLECTION__V1__SERVER_REFLECTION_REQUEST__MESSAGE_REQUEST_ALL_EXTENSION_NUMBERS_OF_TYPE:
      .allExtensionNumbersOfType(
        try unsafe Field.text(
          raw.pointee.all_extension_numbers_of_type, "all_extension_numbers_of_type"))
    case GRPC__REFLECTION__V1__SERVER_REFLECTION_REQUEST__MESSAGE_REQUEST_LIST_SERVICES:
      .listServices(try unsafe Field.text(raw.pointee.list_services, "list_services"))
    default: nil
    }
  }

  private func write(
    _ question: Question?, to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena
  ) {
    switch question {
    case .fileByFilename(let text):
      unsafe raw.pointee.message_request_case =
        GRPC__REFLECTION__V1__SERVER_REFLECTION_REQUEST__MESSAGE_REQUEST_FILE_BY_FILENAME
      unsafe raw.pointee.file_by_filename = arena.text(text)
    case .fileContainingSymbol(let text):
      unsafe raw.pointee.message_request_case =
        GRPC__REFLECTION__V1__SERVER_REFLECTION_REQUEST__MESSAGE_REQUEST_FILE_CONTAINING_SYMBOL
      unsafe raw.pointee.file_containing_symbol = arena.text(text)
    case .fileContainingExtension(let message):
      unsafe raw.pointee.message_request_case =
        GRPC__REFLECTION__V1__SERVER_REFLECTION_REQUEST__MESSAGE_REQUEST_FILE_CONTAINING_EXTENSION
      unsafe raw.pointee.file_containing_extension = arena.mirror(message)
    case .allExtensionNumbersOfType(let text):
      unsafe raw.pointee.message_request_case =
        GRPC__REFLECTION__V1__SERVER_REFLECTION_REQUEST__MESSAGE_REQUEST_ALL_EXTENSION_NUMBERS_OF_TYPE
      unsafe raw.pointee.all_extension_numbers_of_type = arena.text(text)
    case .listServices(let text):
      unsafe raw.pointee.message_request_case =
        GRPC__REFLECTION__V1__SERVER_REFLECTION_REQUEST__MESSAGE_REQUEST_LIST_SERVICES
      unsafe raw.pointee.list_services = arena.text(text)
    case nil: break
    }
  }
}

extension ExtensionRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Grpc__Reflection__V1__ExtensionRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    containingType = try unsafe Field.text(raw.pointee.containing_type, "containing_type")
    extensionNumber = unsafe raw.pointee.extension_number
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe grpc__reflection__v1__extension_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.containing_type = arena.text(containingType)
    unsafe raw.pointee.extension_number = extensionNumber
  }
}

extension ServerReflectionResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Grpc__Reflection__V1__ServerReflectionResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    validHost = try unsafe Field.text(raw.pointee.valid_host, "valid_host")
    originalRequest = try unsafe Field.message(raw.pointee.original_request, "original_request")
    answer = try unsafe Self.answer(raw)
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe grpc__reflection__v1__server_reflection_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.valid_host = arena.text(validHost)
    unsafe raw.pointee.original_request = arena.message(originalRequest)
    unsafe write(answer, to: raw, in: &arena)
  }

  private static func answer(_ raw: UnsafePointer<Raw>) throws(WireError) -> Answer? {
    switch unsafe raw.pointee.message_response_case {
    case GRPC__REFLECTION__V1__SERVER_REFLECTION_RESPONSE__MESSAGE_RESPONSE_FILE_DESCRIPTOR_RESPONSE:
      try unsafe Field.message(raw.pointee.file_descriptor_response, "file_descriptor_response")
        .map(Answer.files)
    case GRPC__REFLECTION__V1__SERVER_REFLECTION_RESPONSE__MESSAGE_RESPONSE_ALL_EXTENSION_NUMBERS_RESPONSE:
      try unsafe Field.message(
        raw.pointee.all_extension_numbers_response, "all_extension_numbers_response"
      ).map(Answer.extensionNumbers)
    case GRPC__REFLECTION__V1__SERVER_REFLECTION_RESPONSE__MESSAGE_RESPONSE_LIST_SERVICES_RESPONSE:
      try unsafe Field.message(raw.pointee.list_services_response, "list_services_response").map(
        Answer.services)
    case GRPC__REFLECTION__V1__SERVER_REFLECTION_RESPONSE__MESSAGE_RESPONSE_ERROR_RESPONSE:
      try unsafe Field.message(raw.pointee.error_response, "error_response").map(Answer.error)
    default: nil
    }
  }

  private func write(
    _ answer: Answer?, to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena
  ) {
    switch answer {
    case .files(let message):
      unsafe raw.pointee.message_response_case =
        GRPC__REFLECTION__V1__SERVER_REFLECTION_RESPONSE__MESSAGE_RESPONSE_FILE_DESCRIPTOR_RESPONSE
      unsafe raw.pointee.file_descriptor_response = arena.mirror(message)
    case .extensionNumbers(let message):
      unsafe raw.pointee.message_response_case =
        GRPC__REFLECTION__V1__SERVER_REFLECTION_RESPONSE__MESSAGE_RESPONSE_ALL_EXTENSION_NUMBERS_RESPONSE
      unsafe raw.pointee.all_extension_numbers_response = arena.mirror(message)
    case .services(let message):
      unsafe raw.pointee.message_response_case =
        GRPC__REFLECTION__V1__SERVER_REFLECTION_RESPONSE__MESSAGE_RESPONSE_LIST_SERVICES_RESPONSE
      unsafe raw.pointee.list_services_response = arena.mirror(message)
    case .error(let message):
      unsafe raw.pointee.message_response_case =
        GRPC__REFLECTION__V1__SERVER_REFLECTION_RESPONSE__MESSAGE_RESPONSE_ERROR_RESPONSE
      unsafe raw.pointee.error_response = arena.mirror(message)
    case nil: break
    }
  }
}

extension FileDescriptorResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Grpc__Reflection__V1__FileDescriptorResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    files = unsafe Field.byteStrings(
      raw.pointee.n_file_descriptor_proto, raw.pointee.file_descriptor_proto)
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe grpc__reflection__v1__file_descriptor_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    (unsafe raw.pointee.n_file_descriptor_proto, unsafe raw.pointee.file_descriptor_proto) =
      unsafe arena.byteStrings(files)
  }
}

extension ExtensionNumberResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Grpc__Reflection__V1__ExtensionNumberResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    baseTypeName = try unsafe Field.text(raw.pointee.base_type_name, "base_type_name")
    numbers = unsafe Field.numbers(raw.pointee.n_extension_number, raw.pointee.extension_number)
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe grpc__reflection__v1__extension_number_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.base_type_name = arena.text(baseTypeName)
    (unsafe raw.pointee.n_extension_number, unsafe raw.pointee.extension_number) =
      unsafe arena.numbers(numbers)
  }
}

extension ListServiceResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Grpc__Reflection__V1__ListServiceResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    services = try unsafe Field.messages(raw.pointee.n_service, raw.pointee.service, "service")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe grpc__reflection__v1__list_service_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    (unsafe raw.pointee.n_service, unsafe raw.pointee.service) = unsafe arena.messages(services)
  }
}

extension ServiceResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Grpc__Reflection__V1__ServiceResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    name = try unsafe Field.text(raw.pointee.name, "name")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe grpc__reflection__v1__service_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.name = arena.text(name)
  }
}

extension ErrorResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Grpc__Reflection__V1__ErrorResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    code = unsafe raw.pointee.error_code
    message = try unsafe Field.text(raw.pointee.error_message, "error_message")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe grpc__reflection__v1__error_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.error_code = code
    unsafe raw.pointee.error_message = arena.text(message)
  }
}
