// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// The address under which people reach the server, which links to quotes begin with.
package struct PublicURL: Hashable, Sendable, CustomStringConvertible {
  /// The address without a slash at its end, such as `https://quotes.example`.
  package let description: String

  /// Takes an absolute http or https URL, which may have a port and a path but nothing after it.
  package init(_ text: String) throws(PublicURLError) {
    guard text.utf8.count <= Self.maximumBytes else { throw .init(text, "it is too long") }
    let lowercased = text.lowercased()
    guard let scheme = ["https://", "http://"].first(where: lowercased.hasPrefix) else {
      throw .init(text, "it must begin with https:// or http://")
    }
    let rest = text.dropFirst(scheme.count)
    guard rest.utf8.allSatisfy(Self.isAllowed) else {
      throw .init(text, "it may have a host, a port and a path, in ASCII, and nothing else")
    }
    guard let first = rest.first, first != "/", first != ":" else {
      throw .init(text, "it has no host")
    }
    var address = scheme + rest
    while address.hasSuffix("/") { address.removeLast() }
    description = address
  }

  /// Whether others than this machine may reach it, so that a link belongs into a message.
  var leadsOut: Bool {
    let rest = description.drop { $0 != "/" }.dropFirst(2)
    let host = rest.hasPrefix("[") ? rest.prefix { $0 != "]" } : rest.prefix { !":/".contains($0) }
    let isOwn = host.hasPrefix("127.") || host.lowercased().hasSuffix("localhost")
    return !isOwn && !["0.0.0.0", "[::1", "[::"].contains(host)
  }

  /// The page of a quote, at most 5,000 characters; empty for a quote that has no id.
  func page(ofQuote id: String) -> String {
    guard (1...Self.maximumIDBytes).contains(id.utf8.count) else { return "" }
    return description + "/q/" + Self.percentEncoded(id)
  }

  /// The base and an id of which every byte is encoded fill 5,000 characters at most.
  private static let maximumBytes = 2_000
  private static let maximumIDBytes = 900

  /// What a host, a port and a path are written with (RFC 3986), but no user, query or fragment.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || "%:/[]!$&'()*+,;=".utf8.contains(byte)
  }

  /// Letters, digits, `-`, `.`, `_` and `~`: what is never encoded (RFC 3986, 2.3).
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }

  private static func percentEncoded(_ text: String) -> String {
    var output: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      if isUnreserved(byte) {
        output.append(byte)
      } else {
        output += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

/// A text that links can't begin with.
package struct PublicURLError: Error, Hashable, CustomStringConvertible {
  /// What is wrong, with the value.
  package let description: String

  fileprivate init(_ text: String, _ reason: String) {
    description = "\(Excerpt(text)) can't be the public URL: \(reason)"
  }
}
