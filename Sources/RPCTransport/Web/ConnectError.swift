// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCJSON

/// Errors as Connect writes them: a status of HTTP and an object of JSON ("Error Codes" and "Error
/// End-Stream" of Connect's specification).
enum ConnectError {
  /// Appends `{"code", "message", "details"}`.
  ///
  /// - Parameter encoded: The `google.rpc.Status` with the details; empty where there are none.
  static func append(
    _ status: Status, _ encoded: [UInt8], _ schema: ProtoSchema, to output: inout [UInt8]
  ) {
    output += "{\"code\":\"\(name(status.code))\"".utf8
    if !status.message.isEmpty {
      output += ",\"message\":".utf8
      output += JSONText.quoted(status.message)
    }
    let details = details(encoded)
    if !details.isEmpty {
      output += ",\"details\":[".utf8
      for (index, detail) in details.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        append(detail, schema, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    }
    output.append(UInt8(ascii: "}"))
  }

  /// The code's name, as Connect writes it.
  static func name(_ code: Status.Code) -> String {
    switch code {
    case .cancelled: "canceled"
    default: 0...16 ~= code.rawValue ? code.description.lowercased() : "unknown"
    }
  }

  /// The status of HTTP that goes with a code.
  static func httpStatus(_ code: Status.Code) -> Int {
    switch code {
    case .ok: 200
    case .cancelled: 499
    case .invalidArgument, .failedPrecondition, .outOfRange: 400
    case .unauthenticated: 401
    case .permissionDenied: 403
    case .notFound: 404
    case .alreadyExists, .aborted: 409
    case .resourceExhausted: 429
    case .unimplemented: 501
    case .unavailable: 503
    case .deadlineExceeded: 504
    default: 500
    }
  }

  private struct Detail {
    var typeURL = ""
    var value: [UInt8] = []
  }

  /// A detail has its bytes, and the same for a person to read where its type is known.
  private static func append(_ detail: Detail, _ schema: ProtoSchema, to output: inout [UInt8]) {
    let name = detail.typeURL.split(separator: "/").last.map { String($0) } ?? ""
    output += "{\"type\":".utf8
    output += JSONText.quoted(name)
    output += ",\"value\":\"".utf8
    Base64.encode(detail.value.span, into: &output)
    output.append(UInt8(ascii: "\""))
    var debug: [UInt8] = []
    let value = detail.value
    if let message = schema.message(name),
      (try? schema.appendJSON(of: message, value.span, to: &debug)) != nil
    {
      output += ",\"debug\":".utf8
      output += debug
    }
    output.append(UInt8(ascii: "}"))
  }

  /// The details of an encoded `google.rpc.Status`, each a `google.protobuf.Any`.
  private static func details(_ status: [UInt8]) -> [Detail] {
    var details: [Detail] = []
    forEachField(status.span) { number, content in
      guard number == 3 else { return }
      var detail = Detail()
      forEachField(content) { number, content in
        if number == 1 { detail.typeURL = content.text }
        if number == 2 { detail.value.append(copying: content) }
      }
      details.append(detail)
    }
    return details
  }

  /// Our own encoder wrote it, so that what can't be read is left out.
  private static func forEachField(_ message: Span<UInt8>, _ body: (UInt32, Span<UInt8>) -> Void) {
    var reader = ProtobufReader()
    while let tag = try? reader.tag(message) {
      guard tag.type == .lengthDelimited else {
        guard (try? reader.skip(tag, message)) != nil else { return }
        continue
      }
      guard let range = try? reader.range(tag, message) else { return }
      body(tag.number, message.extracting(range))
    }
  }
}
