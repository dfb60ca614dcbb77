// SPDX-License-Identifier: Apache-2.0

internal import CUV

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A bound, listening, non-blocking socket, closed when its owner lets it go.
@safe struct ListeningDescriptor: ~Copyable {
  let raw: Int32
  /// Where it listens, with the port that the system chose.
  let address: SocketAddress
  /// The file of a Unix socket as we made it, to unlink no other's.
  private var file: FileIdentity?

  /// Binds and listens. A name that has several addresses is bound at its first IPv4 one.
  init(listeningOn address: SocketAddress, backlog: Int32) throws(NetError) {
    switch address {
    case .tcp(let host, let port):
      let candidate = try Self.candidate(host, port, of: address)
      do {
        try self.init(candidate, address, backlog)
      } catch {
        // Every interface, on a machine without IPv6.
        guard host.isEmpty, let four = NumericAddress(host: "0.0.0.0", port: port) else {
          throw error
        }
        try self.init(four, address, backlog)
      }
    case .unix(let path): try self.init(path: path, address, backlog)
    }
  }

  private init(_ numeric: NumericAddress, _ address: SocketAddress, _ backlog: Int32)
    throws(NetError)
  {
    let raw = try Self.open(numeric.family, for: address)
    Descriptor.set(raw, SOL_SOCKET, SO_REUSEADDR, 1)
    if numeric.family == AF_INET6, numeric.text.description.hasPrefix("[::]") {
      Descriptor.set(raw, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0)
    }
    let bound = unsafe numeric.withSockaddr { unsafe bind(raw, $0, numeric.length) }
    try Self.check(bound, raw, address)
    try Self.check(listen(raw, backlog), raw, address)
    self.raw = raw
    self.address = unsafe NumericAddress { unsafe getsockname(raw, $0, $1) }?.text ?? address
  }

  private init(path: String, _ address: SocketAddress, _ backlog: Int32) throws(NetError) {
    try Self.makeWay(at: path, for: address)
    let raw = try Self.open(AF_UNIX, for: address)
    unsafe try Self.check(Self.withUnixAddress(path) { unsafe bind(raw, $0, $1) }, raw, address)
    // Nobody can connect before `listen`, so that there is no moment with a wider mode.
    try Self.check(unsafe chmod(path, 0o600), raw, address)
    try Self.check(listen(raw, backlog), raw, address)
    self.raw = raw
    self.address = address
    file = FileIdentity(path: path)
  }

  deinit {
    if let file { file.unlinkIfSame() }
    Descriptor.close(raw)
  }

  /// Takes one waiting connection; a negated `errno` where there is none.
  func accept() -> Result<ConnectedDescriptor, AcceptFailure> {
    if case .unix = address {
      let connection = unsafe accept(nil, nil)
      guard connection >= 0 else { return .failure(AcceptFailure(code: -errno)) }
      return .success(ConnectedDescriptor(raw: connection, peer: "unix", isUnix: true))
    }
    var connection: Int32 = -1
    let peer = unsafe NumericAddress {
      connection = unsafe accept($0, $1)
      return connection < 0 ? -1 : 0
    }
    guard connection >= 0 else { return .failure(AcceptFailure(code: -errno)) }
    let text = peer?.text.description ?? "unknown"
    return .success(ConnectedDescriptor(raw: connection, peer: text, isUnix: false))
  }

  private func accept(
    _ address: UnsafeMutablePointer<sockaddr>?, _ length: UnsafeMutablePointer<socklen_t>?
  ) -> Int32 {
    #if canImport(Darwin)
      unsafe Darwin.accept(raw, address, length)
    #else
      unsafe Glibc.accept(raw, address, length)
    #endif
  }
}

/// Why no connection was accepted.
struct AcceptFailure: Error {
  /// libuv's code: a negated `errno`.
  let code: Int32
}

extension ListeningDescriptor {
  private static func open(_ family: Int32, for address: SocketAddress) throws(NetError) -> Int32 {
    let raw = socket(family, streamSocketType, 0)
    guard raw >= 0 else { throw NetError(.listen, "\(address)", code: -errno) }
    Descriptor.closeOnExec(raw)
    Descriptor.doNotBlock(raw)
    return raw
  }

  private static func check(_ result: Int32, _ raw: Int32, _ address: SocketAddress)
    throws(NetError)
  {
    guard result != 0 else { return }
    let code = -errno
    Descriptor.close(raw)
    throw NetError(.listen, "\(address)", code: code)
  }

  private static func candidate(_ host: String, _ port: UInt16, of address: SocketAddress)
    throws(NetError) -> NumericAddress
  {
    if let known = NumericAddress.known(host.isEmpty ? "::" : host, port).first { return known }
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe NumericAddress.lookUp(host, port) { unsafe getaddrinfo($0, $1, $2, &list) }
    defer { if let list = unsafe list { unsafe freeaddrinfo(list) } }
    let all = unsafe NumericAddress.all(in: list)
    guard let found = all.first(where: { $0.family == AF_INET }) ?? all.first else {
      let words = code == 0 ? "no address" : unsafe String(cString: gai_strerror(code))
      let isUnknown = code == EAI_NONAME
      throw NetError(.listen, "\(address)", isUnknown ? .noSuchHost : .other(words))
    }
    return found
  }

  /// Removes a socket file that a dead program has left; leaves any other file alone.
  private static func makeWay(at path: String, for address: SocketAddress) throws(NetError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw NetError(.listen, "\(address)", .other("there is a file that is not a socket"))
    }
    let probe = try open(AF_UNIX, for: address)
    defer { Descriptor.close(probe) }
    let answer = unsafe withUnixAddress(path) { unsafe connect(probe, $0, $1) }
    guard answer != 0, errno == ECONNREFUSED else {
      let isTaken = answer == 0 || errno == EAGAIN
      throw NetError(.listen, "\(address)", isTaken ? .addressInUse : .init(code: -errno))
    }
    _ = unsafe unlink(path)
  }

  private static func withUnixAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      for (index, octet) in path.utf8.prefix(SocketAddress.longestPathBytes).enumerated() {
        unsafe room[index] = octet
      }
    }
    return unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// A file as it was when we made it.
private struct FileIdentity {
  let path: String
  let device: dev_t
  let number: ino_t

  init?(path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.path = path
    device = status.st_dev
    number = status.st_ino
  }

  func unlinkIfSame() {
    guard let now = FileIdentity(path: path), now.device == device, now.number == number
    else { return }
    _ = unsafe unlink(path)
  }
}
