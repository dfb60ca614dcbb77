// SPDX-License-Identifier: Apache-2.0

/// The query of a URL, as forms write it: names and values, decoded to bytes.
package struct WebQuery: Sendable, Equatable {
  private let pairs: [(name: String, value: [UInt8])]

  /// Reads a query, which stood behind the question mark.
  package init(_ text: String) {
    pairs = text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      return (
        String(decoding: Self.decode(name), as: UTF8.self),
        Self.decode(pair.dropFirst(name.count + 1))
      )
    }
  }

  /// The first value of a name.
  package func bytes(_ name: String) -> [UInt8]? { pairs.first { $0.name == name }?.value }

  /// The first value of a name as text; what is not UTF-8 becomes U+FFFD.
  package subscript(name: String) -> String? {
    bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.pairs.elementsEqual(right.pairs, by: ==)
  }

  private static func decode(_ part: some Sequence<UInt8>) -> [UInt8] {
    let encoded = Array(part)
    return PercentCoding.bytes(encoded.span, plusIsBlank: true)
  }
}
