// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Names that speak of the connection, or are the transport's own.
private let transportNames = [
  "te", "host", "content-type", "user-agent", "connection", "keep-alive", "proxy-connection",
  "transfer-encoding", "upgrade",
]

/// What headers can carry of metadata ("Custom-Metadata" of gRPC over HTTP/2).
extension Span<UInt8> {
  /// Whether metadata may have this name: a-z, 0-9, -, _ and ., neither gRPC's own nor one that the
  /// transport needs itself (R9).
  var isMetadataName: Bool {
    guard !isEmpty, !(count >= 5 && extracting(..<5).equals("grpc-")) else { return false }
    for index in indices {
      switch self[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        continue
      default: return false
      }
    }
    for name in transportNames where equals(name) { return false }
    return true
  }

  /// Whether the bytes are what gRPC lets a caller send as text.
  var isPrintableASCII: Bool {
    for index in indices where self[index] < 0x20 || self[index] > 0x7E { return false }
    return true
  }

  /// Whether HTTP can carry the bytes as a value: no control characters but tabs (RFC 9110, section
  /// 5.5). It is more than gRPC lets a caller send, but what came in may be sent back.
  var isFieldValue: Bool {
    for index in indices {
      let byte = self[index]
      guard byte >= 0x20 && byte != 0x7F || byte == 0x09 else { return false }
    }
    return true
  }

  /// The part of a range that lies between blanks and tabs at its ends.
  func withoutBlanks(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isBlank { start += 1 }
    while start < end, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
