// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A connected socket on its way to the loop that adopts it, which then owns it.
package struct ConnectedDescriptor: Sendable {
  let raw: Int32
  /// The address of the other side.
  let peer: String
  let isUnix: Bool
  /// Whether a listener has counted it among its loop's connections.
  var isCounted = false

  init(raw: Int32, peer: String, isUnix: Bool) {
    self.raw = raw
    self.peer = peer
    self.isUnix = isUnix
    // libuv makes it non-blocking; a program that we start must not inherit it.
    Descriptor.closeOnExec(raw)
    #if canImport(Darwin)
      Descriptor.set(raw, SOL_SOCKET, SO_NOSIGPIPE, 1)
    #endif
  }

  /// Makes two sockets that are connected with each other.
  package static func pair() throws(NetError) -> (ConnectedDescriptor, ConnectedDescriptor) {
    var pair: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, streamSocketType, 0, &pair) == 0 else {
      throw NetError(.start, "", code: -errno)
    }
    return (
      ConnectedDescriptor(raw: pair[0], peer: "pair", isUnix: true),
      ConnectedDescriptor(raw: pair[1], peer: "pair", isUnix: true)
    )
  }

  /// Closes it, since nobody adopts it.
  func close() { Descriptor.close(raw) }
}

/// The few calls on bare descriptors that libuv has no counterpart for.
enum Descriptor {
  static func set(_ raw: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    _ = unsafe setsockopt(raw, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  static func closeOnExec(_ raw: Int32) { _ = fcntl(raw, F_SETFD, FD_CLOEXEC) }

  static func doNotBlock(_ raw: Int32) { _ = fcntl(raw, F_SETFL, fcntl(raw, F_GETFL) | O_NONBLOCK) }

  static func close(_ raw: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(raw)
    #else
      _ = Glibc.close(raw)
    #endif
  }
}
