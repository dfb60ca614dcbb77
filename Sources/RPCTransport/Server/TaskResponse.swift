// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore

/// A response on its way from its task to the loop.
struct TaskResponse: Sendable {
  /// The encoded response.
  let bytes: [UInt8]
  /// How it is to travel.
  let encoding: MessageEncoding
  /// The same as a compressed message with its prefix, where that was asked for and the client takes
  /// it. Whether the headers have announced it only the loop knows.
  let compressed: [UInt8]?

  /// Creates a response; compresses it here, since it takes a while, and others use the loop.
  init(_ bytes: [UInt8], _ reply: TaskReply?) {
    self.bytes = bytes
    encoding = reply?.encoding ?? .automatic
    guard encoding == .gzip, reply?.takesGzip == true else {
      compressed = nil
      return
    }
    var message: [UInt8] = []
    GzipDeflater().append(bytes.span, to: &message)
    compressed = message
  }
}
