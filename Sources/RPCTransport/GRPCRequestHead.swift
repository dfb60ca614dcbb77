// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2

/// What a request's headers say, as far as a call needs it ("Requests" of gRPC over HTTP/2).
struct GRPCRequestHead {
  /// Why a request gets an answer of HTTP's and not of gRPC's.
  enum HTTPRefusal: Equatable {
    /// 400: it can't be understood.
    case badRequest
    /// 405: it is no POST.
    case methodNotAllowed
    /// 415: its content is not gRPC's.
    case unsupportedType
    /// 431: it has more headers than are taken here.
    case headersTooLarge
  }

  /// Why a request is answered without being served.
  enum Refusal: Error, Equatable {
    /// It is not gRPC; the text is for a person.
    case http(HTTPRefusal, String)
    /// It is gRPC, but not well-formed.
    case malformed(Status)
    /// It is well-formed, but can't be served.
    case status(Status)
  }

  /// The method that the path names.
  let route: Route
  /// How long the caller waits, in nanoseconds; nil for ever.
  let timeoutNanoseconds: UInt64?

  /// Reads the headers in one pass; appends to `metadata` what is the caller's own.
  init(
    _ block: borrowing HeaderBlock, router: Router, metadata: inout Metadata
  ) throws(Refusal) {
    let bytes = block.bytes.span
    var timeout: UInt64?
    var isPost = false
    var hasContentType = false
    var fault: Status?
    var path: Range<Int>?
    var encoding: Range<Int>?
    for field in block.fields {
      let value = bytes.extracting(field.value)
      switch field.known {
      case .path: path = field.value
      case .method: isPost = value.equals("POST")
      case .contentType: hasContentType = Self.isGRPC(value)
      case .grpcTimeout:
        timeout = GRPCTimeout.nanoseconds(value)
        if timeout == nil { fault = Self.badTimeout(value.text) }
      case .grpcEncoding: encoding = field.value
      case .custom, .grpcReserved, .userAgent:
        let name = bytes.extracting(field.name)
        if !Self.append(name, value, to: &metadata) { fault = Self.badBase64(name.text) }
      default: break
      }
    }
    // The order is the one that other servers keep (R7).
    if block.isOverLimit {
      throw .http(.headersTooLarge, "The request's headers are larger than is taken here.")
    }
    if block.hasManyAuthorities {
      throw .http(.badRequest, "The request names its authority more than once.")
    }
    if !hasContentType { throw .http(.unsupportedType, Self.hint) }
    if let fault { throw .malformed(fault) }
    if !isPost { throw .http(.methodNotAllowed, Self.hint) }
    if let encoding, !bytes.extracting(encoding).equals("identity") {
      throw .status(Self.unknownEncoding(bytes.extracting(encoding).text))
    }
    let wanted = bytes.extracting(path ?? 0..<0)
    guard let route = router.route(wanted) else {
      throw .status(Status(.unimplemented, "There is no method \(wanted.text) here."))
    }
    self.route = route
    timeoutNanoseconds = timeout
  }

  private static let hint = """
    This port speaks gRPC: POST with content-type application/grpc, over HTTP/2.

    """

  private static func unknownEncoding(_ name: String) -> Status {
    Status(.unimplemented, "Messages can't be read in the encoding \"\(name)\", only in identity.")
  }

  /// `application/grpc`, alone or followed by `+` or `;`: what goes on otherwise is another type.
  private static func isGRPC(_ value: Span<UInt8>) -> Bool {
    let type = "application/grpc"
    let count = type.utf8.count
    guard value.count >= count, value.extracting(0..<count).equals(type) else { return false }
    return value.count == count || value[count] == UInt8(ascii: "+")
      || value[count] == UInt8(ascii: ";")
  }

  private static func badTimeout(_ value: String) -> Status {
    Status(
      .internal,
      "grpc-timeout \"\(value)\" is not one to eight digits and one of H, M, S, m, u, n.")
  }

  private static func badBase64(_ name: String) -> Status {
    Status(.internal, "The value of \"\(name)\" is not base64.")
  }

  /// Appends a header, or, where it is binary, each of its values; returns whether that could be.
  private static func append(
    _ name: Span<UInt8>, _ value: Span<UInt8>, to metadata: inout Metadata
  ) -> Bool {
    guard name.namesBinaryValue else {
      metadata.append(name: name, value: value)
      return true
    }
    var start = 0
    for index in 0...value.count
    where index == value.count || value[index] == UInt8(ascii: ",") {
      guard let decoded = Base64.decode(value.extracting(start..<index)) else { return false }
      metadata.append(name: name, value: decoded.span)
      start = index + 1
    }
    return true
  }
}
