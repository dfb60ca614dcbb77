// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Where to listen or to connect: a host and a port, or the path of a Unix socket.
package enum SocketAddress: Sendable, Hashable {
  /// A host, by name or number, and a TCP port. An empty host means every interface when
  /// listening and this machine when connecting; port 0 lets the system choose one.
  case tcp(host: String, port: UInt16)
  /// The path of a Unix socket.
  case unix(path: String)

  /// Reads `HOST:PORT`, `[IPV6]:PORT`, `:PORT`, `unix:PATH` or `unix:///PATH`.
  package init(_ text: String) throws(NetError) {
    if text.hasPrefix("unix:") {
      let rest = text.dropFirst("unix:".count)
      self = .unix(path: String(rest.hasPrefix("///") ? rest.dropFirst(2) : rest))
      try checkPath(text)
      return
    }
    guard let colon = text.lastIndex(of: ":") else {
      throw Self.bad(text, "write HOST:PORT, [IPV6]:PORT, :PORT or unix:PATH")
    }
    let host = try Self.host(text[..<colon], of: text)
    let port = text[text.index(after: colon)...]
    guard !port.isEmpty, port.allSatisfy({ "0"..."9" ~= $0 }), let number = UInt16(port) else {
      throw Self.bad(text, "a port is a number from 0 to 65535, not \"\(port)\"")
    }
    self = .tcp(host: host, port: number)
  }

  /// The longest path of a Unix socket in UTF-8, in bytes: 107 on Linux, 103 on macOS.
  package static let longestPathBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private static func host(_ part: Substring, of text: String) throws(NetError) -> String {
    if part.hasPrefix("[") {
      guard part.hasSuffix("]"), part.count > 2 else {
        throw bad(text, "the bracket around the IPv6 address isn't closed before the port")
      }
      return String(part.dropFirst().dropLast())
    }
    guard !part.contains("/") else { throw bad(text, "leave out \"//\" and what stands before it") }
    guard !part.contains(":") else { throw bad(text, "put an IPv6 address in brackets: [::1]:80") }
    guard part.allSatisfy({ $0.isASCII && !$0.isWhitespace }) else {
      throw bad(text, "a host name holds ASCII letters and digits only")
    }
    return String(part)
  }

  private func checkPath(_ text: String) throws(NetError) {
    guard case .unix(let path) = self else { return }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw Self.bad(text, "the path is missing") }
    guard path.utf8.count <= Self.longestPathBytes else {
      throw Self.bad(text, "the path is longer than \(Self.longestPathBytes) bytes")
    }
  }

  private static func bad(_ text: String, _ reason: String) -> NetError {
    NetError(.parse, text, .badAddress(reason))
  }
}

extension SocketAddress: CustomStringConvertible {
  /// The address in the form that `init` reads.
  package var description: String {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }
}
