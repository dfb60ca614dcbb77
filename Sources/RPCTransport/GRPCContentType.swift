// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

extension Span<UInt8> {
  /// Whether a content type is gRPC's: `application/grpc`, alone or followed by `+` or `;`. What goes
  /// on otherwise is another type (R2).
  var isGRPCContentType: Bool {
    let grpc = "application/grpc"
    let length = grpc.utf8.count
    guard count >= length, extracting(..<length).equals(grpc) else { return false }
    return count == length || self[length] == UInt8(ascii: "+") || self[length] == UInt8(ascii: ";")
  }
}
