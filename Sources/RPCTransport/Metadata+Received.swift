// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2

extension Metadata {
  /// Appends each of the values of a received binary header, which commas part; answers whether all
  /// could be decoded.
  mutating func append(name: Span<UInt8>, base64 value: Span<UInt8>) -> Bool {
    var start = 0
    for index in 0...value.count
    where index == value.count || value[index] == UInt8(ascii: ",") {
      // Who joins values may put blanks beside the commas (RFC 9110, section 5.3).
      let part = value.withoutBlanks(start..<index)
      guard let decoded = Base64.decode(value.extracting(part)) else { return false }
      append(name: name, value: decoded.span)
      start = index + 1
    }
    return true
  }
}

extension ReceivedHeaders {
  /// What of them the transport has no meaning for: the sender's metadata; without binary values
  /// that can't be decoded.
  var metadata: Metadata {
    var all = Metadata()
    append(to: &all) { name, value, metadata in
      _ = metadata.append(name: name, base64: value)
    }
    return all
  }
}
