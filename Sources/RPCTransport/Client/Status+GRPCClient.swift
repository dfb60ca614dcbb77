// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2

extension Status {
  /// The status of a call whose method has one response, but got another.
  static func manyResponses(to path: MethodPath) -> Status {
    Status(.internal, "The server sent more than one response to \(path), which has one.")
  }

  /// The status of a call that ended well, but without its response.
  static func noResponse(to path: MethodPath) -> Status {
    Status(.internal, "The server sent OK to \(path), but no response.")
  }

  /// The status of a response without `grpc-status`, by its HTTP status ("HTTP to gRPC Status Code
  /// Mapping").
  init(httpStatus: Int, _ what: String) {
    let code: Code =
      switch httpStatus {
      case 400: .internal
      case 401: .unauthenticated
      case 403: .permissionDenied
      case 404: .unimplemented
      case 429, 502, 503, 504: .unavailable
      default: .unknown
      }
    self.init(code, "The response is not gRPC's: it came with HTTP status \(httpStatus), \(what).")
  }

  /// The status of a call whose stream was reset ("Errors" of gRPC over HTTP/2).
  init(resetBy code: HTTP2ErrorCode) {
    switch code {
    case .cancel: self.init(.cancelled, "The server cancelled the call.")
    case .enhanceYourCalm: self.init(.resourceExhausted, "The server finds the client too busy.")
    case .inadequateSecurity:
      self.init(.permissionDenied, "The server finds the connection not safe enough.")
    default:
      self.init(.internal, "The server reset the call with HTTP/2 error \(code.rawValue).")
    }
  }
}
