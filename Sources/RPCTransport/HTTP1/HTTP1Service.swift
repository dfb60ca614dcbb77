// SPDX-License-Identifier: Apache-2.0

package import RPCHTTP1

/// What answers the requests of HTTP/1.1 that come to an address, and what is taken there.
package struct HTTP1Service: Sendable {
  /// Answers a request with its body. It runs as a task, off the loops; the connection's next
  /// request waits for it.
  package var answer: @Sendable (HTTP1RequestHead, [UInt8]) async -> HTTP1Response
  /// What one request may hold.
  package var requestLimits = HTTP1Limits()
  /// Connections of one loop; more are closed.
  package var connections = 256
  /// How long a request may take to arrive, and a response to be read, in milliseconds.
  package var transferMilliseconds = 10_000
  /// How long a connection may stay without a request, in milliseconds: longer than scrapers pause.
  package var idleMilliseconds = 75_000

  /// Creates a service with the usual limits.
  package init(
    answer: @escaping @Sendable (HTTP1RequestHead, [UInt8]) async -> HTTP1Response
  ) {
    self.answer = answer
  }
}
