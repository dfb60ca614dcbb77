// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport

/// How a client keeps its connection, and what its calls do where there is none.
///
/// Where a server can't be reached it is tried again by itself, after 1 s and then ever later, up to
/// 2 minutes. Until then calls fail at once and say why, with two exceptions: those of a client that
/// waits for the server, and those that may be made twice, where the server has been reached before:
/// a restart of it is not noticed as long as their timeout.
public struct ConnectionOptions: Sendable {
  /// How often a call is made again at most, 0 to 4, where the server says UNAVAILABLE or the
  /// connection is lost before the answer begins.
  ///
  /// It holds for what may be made twice: what reads; imports; and changes with a request id. What
  /// never left, or what the server refused without looking at it, is sent again in any case.
  public var retries = 4

  /// Whether calls wait for the server to be reached until their timeout, instead of failing.
  public var waitsForReady = false

  /// How long nothing may come during a call until the server is asked for a sign of life; nil = the
  /// system finds out by itself who is gone. Ten seconds at least; for gRPC only.
  public var keepalive: Duration?

  /// How long the server may take to give that sign, before the connection is given up.
  public var keepaliveTimeout = Duration.seconds(20)

  /// Whether it is asked while there is no call too. Most servers end the connection for that.
  public var keepaliveWithoutCalls = false

  /// Whether messages of 1 KiB and more are compressed by gzip, both ways; for gRPC only.
  public var compressesMessages = false

  /// Creates the options that hold where none are given.
  public init() {}

  private static let compressedBytes = 1 << 10

  /// Takes them over to a channel's.
  func set(_ options: inout ClientOptions) throws(Status) {
    guard (0..<RetryPolicy.mostAttempts).contains(retries) else {
      throw .invalid("retries", "There are \(retries) retries; 0 to 4 are possible.")
    }
    options.retries = RetryPolicy(attempts: retries + 1)
    options.keepalive = keepalive.map {
      KeepaliveOptions(
        interval: $0, timeout: keepaliveTimeout, withoutCalls: keepaliveWithoutCalls)
    }
    options.compressedRequestBytes = compressesMessages ? Self.compressedBytes : nil
  }
}
