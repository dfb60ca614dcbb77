// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Tells by a connection's first bytes what it speaks, and only positively: what is not known for
/// sure is refused.
package struct Sniffer {
  /// What a connection speaks.
  package enum Finding: Equatable {
    /// Not known yet; the bytes are held.
    case undecided
    /// HTTP/2, by its whole preface (RFC 9113, section 3.4).
    case http2
    /// The delimited protocol, by the first octet of its preface, which no text begins with.
    case delimited
    /// HTTP/1, by a method and a space (RFC 9112, section 3).
    case http1
    /// TLS, by the type of its first record (RFC 8446, section 5.1).
    case tls
    /// Anything else.
    case unknown
  }

  /// The bytes of earlier calls, which the protocol still has to read.
  package private(set) var held: [UInt8] = []

  private static let http2Preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  private static let tlsHandshake: UInt8 = 0x16
  private static let delimitedPreface: UInt8 = 0x89
  private static let longestMethod = 24

  /// Creates a sniffer that has seen nothing.
  package init() {}

  /// Looks at the next bytes; holds them while they decide nothing.
  package mutating func look(at bytes: Span<UInt8>) -> Finding {
    let finding = finding(with: bytes)
    if finding == .undecided { held.append(copying: bytes) }
    return finding
  }

  private func finding(with bytes: Span<UInt8>) -> Finding {
    let count = held.count + bytes.count
    var isPreface = true
    for index in 0..<min(count, Self.http2Preface.count) {
      let byte = index < held.count ? held[index] : bytes[index - held.count]
      if index == 0, byte == Self.delimitedPreface { return .delimited }
      if index == 0, byte == Self.tlsHandshake { return .tls }
      if isPreface, byte == Self.http2Preface[index] { continue }
      // "PRI " begins the preface, but else it is a method too.
      if isPreface, index > 3 { return .http1 }
      isPreface = false
      if byte == UInt8(ascii: " ") { return index > 0 ? .http1 : .unknown }
      guard Self.isMethodCharacter(byte) else { return .unknown }
    }
    if isPreface { return count >= Self.http2Preface.count ? .http2 : .undecided }
    return count < Self.longestMethod ? .undecided : .unknown
  }

  /// Methods are tokens; all that are in use are capital letters and hyphens.
  private static func isMethodCharacter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || byte == UInt8(ascii: "-")
  }
}
