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
    /// Its messages are in an encoding that can't be read here; the reply says which ones can.
    case unknownEncoding(Status)
    /// It is well-formed, but can't be served.
    case status(Status)
  }

  /// The method that the path names.
  let route: Route
  /// How long the caller waits, in nanoseconds; nil for ever.
  let timeoutNanoseconds: UInt64?
  /// Whether messages may be compressed by gzip, whether those of the reply are by the transport's
  /// own rules, and whether a task may ask for it.
  let compression: (ofRequest: Bool, ofReply: Bool, ofTask: Bool)

  /// Reads the headers in one pass; appends to `metadata` what is the caller's own.
  init(
    _ headers: ReceivedHeaders, router: borrowing Router, compressesUnasked: Bool,
    metadata: inout Metadata
  ) throws(Refusal) {
    var route: Route?
    var timeout: UInt64?
    var isPost = false
    var isGRPC = false
    // What is not as it should be; most requests have none of it.
    var missing: Status?
    var fault: Status?
    var encoding: String?
    var isCompressed = false
    headers.forEach { known, isUsual, _, value in
      switch known {
      case .path:
        route = router.route(value)
        if route == nil { missing = .noSuchMethod(value) }
      case .method: isPost = isUsual
      case .contentType: isGRPC = isUsual || value.isGRPCContentType
      case .grpcTimeout:
        timeout = GRPCTimeout.nanoseconds(value)
        if timeout == nil { fault = Self.badTimeout(value.excerpt) }
      case .grpcEncoding where !isUsual:
        isCompressed = value.equals("gzip")
        if !isCompressed { encoding = value.excerpt }
      default: break
      }
    }
    headers.append(to: &metadata) { name, value, metadata in
      if !metadata.append(name: name, base64: value) { fault = Self.badBase64(name.excerpt) }
    }
    // The order is the one that other servers keep (R7).
    if headers.isOverLimit {
      throw .http(.headersTooLarge, "The request's headers are larger than is taken here.\n")
    }
    if headers.hasManyAuthorities {
      throw .http(.badRequest, "The request names its authority more than once.\n")
    }
    if !isGRPC { throw .http(.unsupportedType, Self.hint) }
    if let fault { throw .malformed(fault) }
    if !isPost { throw .http(.methodNotAllowed, Self.hint) }
    if let encoding { throw .unknownEncoding(Self.unknownEncoding(encoding)) }
    guard let route else { throw .status(missing ?? .noSuchMethod([UInt8]().span)) }
    self.route = route
    timeoutNanoseconds = timeout
    // Nearly all clients say what they take, and few need be asked.
    let mayCompress = isCompressed || compressesUnasked
    let takesGzip = (mayCompress || route.isAnsweredByTasks) && Self.takesGzip(headers)
    compression = (isCompressed, mayCompress && takesGzip, takesGzip)
  }

  /// Whether the client takes replies that are compressed by gzip.
  private static func takesGzip(_ headers: ReceivedHeaders) -> Bool {
    var takes = false
    headers.forEach { known, _, _, value in
      if known == .grpcAcceptEncoding, value.namesGzip { takes = true }
    }
    return takes
  }

  private static let hint = """
    This port speaks gRPC: POST with content-type application/grpc, over HTTP/2.

    """

  private static func unknownEncoding(_ name: String) -> Status {
    Status(
      .unimplemented,
      "Messages can't be read in the encoding \"\(name)\", only in gzip and identity.")
  }

  private static func badTimeout(_ value: String) -> Status {
    Status(
      .internal,
      "grpc-timeout \"\(value)\" is not one to eight digits and one of H, M, S, m, u, n.")
  }

  private static func badBase64(_ name: String) -> Status {
    Status(.internal, "The value of \"\(name)\" is not base64.")
  }
}

extension Span<UInt8> {
  /// Whether gzip is among the names of a list, such as `identity, deflate, gzip`.
  fileprivate var namesGzip: Bool {
    var start = 0
    for index in 0...count where index == count || self[index] == UInt8(ascii: ",") {
      if extracting(withoutBlanks(start..<index)).equals("gzip") { return true }
      start = index + 1
    }
    return false
  }
}
