// SPDX-License-Identifier: Apache-2.0

internal import CNghttp2

/// A header's name as far as it means something here; all others are `custom`.
package enum HeaderName: UInt8, Sendable {
  /// A name without a meaning of its own here.
  case custom
  case method, scheme, path, authority, status
  case contentType, te, host, userAgent
  case grpcTimeout, grpcEncoding, grpcAcceptEncoding
  case grpcStatus, grpcMessage, grpcStatusDetails
  /// Another name that begins with `grpc-`, which gRPC reserves.
  case grpcReserved
}

extension HeaderName {
  /// Recognises a name by its length, then its bytes: most names cost one comparison.
  init(_ name: UnsafeBufferPointer<UInt8>) {
    self = unsafe Self.recognise(name)
  }

  /// Whether the value is the one that a gRPC request usually has under this name.
  func usually(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .method: unsafe value.reads("POST")
    case .scheme: unsafe value.reads("http") || value.reads("https")
    case .contentType: unsafe value.reads("application/grpc")
    case .te: unsafe value.reads("trailers")
    case .grpcEncoding: unsafe value.reads("identity")
    default: false
    }
  }

  private static func recognise(_ name: UnsafeBufferPointer<UInt8>) -> HeaderName {
    switch name.count {
    case 2:
      unsafe name.reads("te") ? .te : .custom
    case 4: unsafe name.reads("host") ? .host : .custom
    case 5: unsafe name.reads(":path") ? .path : .custom
    case 7:
      unsafe name.reads(":method")
        ? .method : name.reads(":scheme") ? .scheme : name.reads(":status") ? .status : .custom
    case 10:
      unsafe name.reads(":authority")
        ? .authority : name.reads("user-agent") ? .userAgent : reserved(name)
    case 11: unsafe name.reads("grpc-status") ? .grpcStatus : reserved(name)
    case 12:
      unsafe name.reads("content-type")
        ? .contentType
        : name.reads("grpc-timeout")
          ? .grpcTimeout : name.reads("grpc-message") ? .grpcMessage : reserved(name)
    case 13: unsafe name.reads("grpc-encoding") ? .grpcEncoding : reserved(name)
    case 20: unsafe name.reads("grpc-accept-encoding") ? .grpcAcceptEncoding : reserved(name)
    case 23: unsafe name.reads("grpc-status-details-bin") ? .grpcStatusDetails : reserved(name)
    default: unsafe reserved(name)
    }
  }

  private static func reserved(_ name: UnsafeBufferPointer<UInt8>) -> HeaderName {
    unsafe name.count > 5
      && UnsafeBufferPointer(rebasing: name[..<5]).reads("grpc-")
      ? .grpcReserved : .custom
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are the text's.
  func reads(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount, let start = baseAddress else { return false }
    return unsafe memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }
}
