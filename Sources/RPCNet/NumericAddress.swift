// SPDX-License-Identifier: Apache-2.0

internal import CUV

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A TCP address as the kernel takes it.
@safe struct NumericAddress {
  private var storage: sockaddr_storage

  /// Copies an address out of memory of libuv's.
  init?(copying address: UnsafePointer<sockaddr>?) {
    guard let address = unsafe address else { return nil }
    storage = sockaddr_storage()
    let family = Int32(unsafe address.pointee.sa_family)
    guard family == AF_INET || family == AF_INET6 else { return nil }
    let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
    unsafe withUnsafeMutableBytes(of: &storage) {
      unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: size))
    }
  }

  /// Reads a host written in digits; nil for a name.
  init?(host: String, port: UInt16) {
    var four = sockaddr_in()
    var six = sockaddr_in6()
    storage = sockaddr_storage()
    if unsafe uv_ip4_addr(host, Int32(port), &four) == 0 {
      unsafe withUnsafeMutableBytes(of: &storage) {
        unsafe $0.storeBytes(of: four, as: sockaddr_in.self)
      }
    } else if unsafe uv_ip6_addr(host, Int32(port), &six) == 0 {
      unsafe withUnsafeMutableBytes(of: &storage) {
        unsafe $0.storeBytes(of: six, as: sockaddr_in6.self)
      }
    } else {
      return nil
    }
  }

  /// `AF_INET` or `AF_INET6`.
  var family: Int32 { Int32(storage.ss_family) }

  /// The size of the address in bytes.
  var length: socklen_t {
    socklen_t(
      family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size)
  }

  /// The address in digits with its port.
  var text: SocketAddress {
    unsafe withSockaddr { address in
      var name = [CChar](repeating: 0, count: 64)
      _ = unsafe uv_ip_name(address, &name, name.count)
      let host = String(
        decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      return .tcp(host: host, port: port)
    }
  }

  /// The port number.
  var port: UInt16 {
    unsafe withUnsafeBytes(of: storage) {
      // The port stands at the same place in both families.
      unsafe UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }
  }

  /// Lends the address to a C function.
  func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    unsafe withUnsafePointer(to: storage) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
    }
  }

  /// Asks the system for the address of a descriptor, by `getsockname` or `getpeername`.
  init?(asking question: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32)
  {
    storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = unsafe withUnsafeMutablePointer(to: &storage) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe question($0, &length) }
    }
    guard result == 0, family == AF_INET || family == AF_INET6 else { return nil }
  }
}

extension NumericAddress {
  /// The addresses of a host that nobody needs to be asked for: one written in digits, and
  /// `localhost`, which means this machine wherever it is looked up (RFC 6761, 6.3); the machine may
  /// have no file of hosts.
  static func known(_ host: String, _ port: UInt16) -> [NumericAddress] {
    let hosts = host.lowercased() == "localhost" ? ["127.0.0.1", "::1"] : [host]
    return hosts.compactMap { NumericAddress(host: $0, port: port) }
  }

  /// Prepares the question for a host's stream addresses and hands it to `getaddrinfo` or to
  /// libuv's; answers what that answers.
  static func lookUp(
    _ host: String, _ port: UInt16,
    _ ask: (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<addrinfo>) -> Int32
  ) -> Int32 {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = streamSocketType
    return unsafe host.withCString { host in
      unsafe "\(port)".withCString { port in unsafe ask(host, port, &hints) }
    }
  }

  /// All TCP addresses of a result, in its order.
  static func all(in list: UnsafeMutablePointer<addrinfo>?) -> [NumericAddress] {
    var addresses: [NumericAddress] = []
    var next = unsafe list
    while let entry = unsafe next {
      if let address = unsafe NumericAddress(copying: entry.pointee.ai_addr) {
        addresses.append(address)
      }
      unsafe next = unsafe entry.pointee.ai_next
    }
    return addresses
  }
}

/// `SOCK_STREAM`, which is an enumeration on one system and a number on the other.
#if canImport(Darwin)
  let streamSocketType = SOCK_STREAM
#else
  let streamSocketType = Int32(SOCK_STREAM.rawValue)
#endif
