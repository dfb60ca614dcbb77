// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore

/// Compressed messages of calls with one request, on the loop.
extension GRPCCall {
  /// Inflates a compressed request; answers what is wrong with it, or nil.
  func refusalOfInflating(_ desk: inout GRPCDesk) -> Status? {
    do throws(Status) {
      try desk.inflateRequest(
        by: services.share.inflater, limitBytes: services.limits.messageBytes)
      return nil
    } catch {
      return error
    }
  }

  /// Compresses the one message of an output, where that is worth it; answers whether it did.
  func compress(_ output: inout [UInt8]) -> Bool {
    let messageBytes = output.count - MessagePrefix.count
    guard services.limits.compressedReplyBytes.contains(messageBytes) else { return false }
    var compressed: [UInt8] = []
    let isSmaller = services.share.deflater.append(
      output.span.extracting(MessagePrefix.count...), to: &compressed)
    if isSmaller { swap(&output, &compressed) }
    return isSmaller
  }
}
