// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

extension Span<UInt8> {
  /// The code in an encoded google.rpc.Status; nil where there is none, which is no 0 of its own.
  /// Details of another code than `grpc-status` has don't belong to the call ("Status-Details" of
  /// gRPC over HTTP/2).
  var statusCode: Int32? {
    var reader = ProtobufReader()
    var code: Int32?
    do throws(ProtobufFault) {
      while let tag = try reader.tag(self) {
        if tag.number == 1 {
          code = Int32(bitPattern: try reader.number(tag, self))
        } else {
          try reader.skip(tag, self)
        }
      }
    } catch {
      return nil
    }
    return code
  }
}
