// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore

extension GzipInflater {
  /// Inflates a message. Throws the status that its call ends with.
  func message(_ bytes: Span<UInt8>, limitBytes: Int) throws(Status) -> [UInt8] {
    do throws(GzipError) {
      return try inflate(bytes, limitBytes: limitBytes)
    } catch {
      throw Status(error)
    }
  }
}

extension GzipDeflater {
  /// Appends a message with its prefix, compressed where that makes it smaller; answers whether it is.
  @discardableResult
  func append(_ message: Span<UInt8>, to output: inout [UInt8]) -> Bool {
    let start = output.beginMessage()
    deflate(message, into: &output)
    let isSmaller = output.count - start - MessagePrefix.count < message.count
    if !isSmaller {
      output.removeLast(output.count - start - MessagePrefix.count)
      output.append(copying: message)
    }
    output.endMessage(at: start, isCompressed: isSmaller)
    return isSmaller
  }
}

extension Status {
  /// The status of a call with a message that can't be inflated.
  fileprivate init(_ error: GzipError) {
    switch error {
    case .corrupt(let words):
      self.init(.internal, "A message is marked as compressed by gzip, but is not: \(words).")
    case .tooLarge(let limit):
      self.init(
        .resourceExhausted,
        "A compressed message holds more than the \(limit) bytes that are taken here.")
    }
  }
}
