// SPDX-License-Identifier: Apache-2.0

internal import QuoteJSON
package import QuoteModel

extension Flaw {
  /// The flaw as protobuf's JSON form has it, on one line.
  package var jsonLine: String {
    var bytes: [UInt8] = []
    let members = [
      ("kind", kind.contractName ?? String(kind.rawValue)), ("quoteId", quoteID),
      ("otherQuoteId", otherQuoteID), ("message", message),
    ]
    for (name, value) in members where !value.isEmpty {
      bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
      JSONText.append(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      JSONText.append(value, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self) + "}"
  }
}
