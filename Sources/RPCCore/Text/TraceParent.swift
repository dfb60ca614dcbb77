// SPDX-License-Identifier: Apache-2.0

/// The header by which callers say which trace a call belongs to (W3C Trace Context, section 3.2).
package enum TraceParent {
  /// The header's name.
  package static let name = "traceparent"

  private static let versionDigits = 2
  private static let traceIDDigits = 32
  private static let parentIDDigits = 16
  private static let flagsDigits = 2

  /// The trace's id, 32 hexadecimal digits, that a valid header of any version names; nil where it
  /// is not valid: then the call belongs to no trace that is known.
  package static func traceID(_ header: [UInt8]) -> String? {
    let parts = header.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count >= 4 else { return nil }
    let (version, traceID, parentID, flags) = (parts[0], parts[1], parts[2], parts[3])
    guard
      isHexadecimal(version, versionDigits), !version.elementsEqual("ff".utf8),
      isHexadecimal(traceID, traceIDDigits), isHexadecimal(parentID, parentIDDigits),
      isHexadecimal(flags, flagsDigits), !isZero(traceID), !isZero(parentID)
    else { return nil }
    // Later versions may add parts.
    guard parts.count == 4 || !version.elementsEqual("00".utf8) else { return nil }
    return String(decoding: traceID, as: UTF8.self)
  }

  private static func isZero(_ digits: ArraySlice<UInt8>) -> Bool {
    digits.allSatisfy { $0 == UInt8(ascii: "0") }
  }

  private static func isHexadecimal(_ text: ArraySlice<UInt8>, _ count: Int) -> Bool {
    text.count == count
      && text.allSatisfy { byte in
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
      }
  }
}

extension Metadata {
  /// The id of the trace that the caller says the call belongs to; nil where it says none, more than
  /// one, or none that is valid.
  package var traceID: String? {
    guard !isEmpty else { return nil }
    let headers = values(TraceParent.name)
    return headers.count == 1 ? TraceParent.traceID(headers[0]) : nil
  }
}
