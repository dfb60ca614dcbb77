// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto

/// The descriptions of all protos that are served, and of what they import.
package enum ProtoDescriptors {
  /// An encoded `google.protobuf.FileDescriptorSet`.
  package static var bytes: [UInt8] {
    var count = 0
    let first = unsafe quote_proto_descriptors(&count)
    return unsafe Array(UnsafeBufferPointer(start: first, count: count))
  }
}
