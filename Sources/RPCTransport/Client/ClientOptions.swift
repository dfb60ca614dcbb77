// SPDX-License-Identifier: Apache-2.0

package import RPCCore

/// Which protocol a channel speaks.
package enum TransportProtocol: Sendable, CaseIterable {
  /// gRPC over HTTP/2.
  case grpc
  /// Size-delimited messages (`quotes.wire.v1`).
  case delimited
}

/// How a channel behaves.
package struct ClientOptions: Sendable {
  /// How TLS is done; nil for none.
  package var tls: ClientTLS?
  /// How long connecting may take, until the server has greeted, whatever the calls' own timeouts,
  /// in milliseconds.
  package var connectMilliseconds = 10_000
  /// The pauses before a server that could not be reached is tried again.
  package var reconnecting = Backoff.Pace.connecting
  /// How often calls are tried that are safe to repeat.
  package var retries = RetryPolicy(attempts: RetryPolicy.mostAttempts)
  /// A request of at most so many bytes is kept until its answer begins, to be sent again where that
  /// is safe; a larger one is sent once.
  package var keptRequestBytes = 1 << 20
  /// How a dead connection is found; nil to leave that to the system. Only HTTP/2 has it.
  package var keepalive: KeepaliveOptions?
  /// The largest response message, in bytes; a larger one is RESOURCE_EXHAUSTED.
  package var messageBytes = 4 << 20
  /// The largest list of response headers, each counted with 32 bytes more.
  package var headerListBytes = 64 << 10
  /// Bytes of one response that may be under way to us.
  package var streamWindowBytes = 1 << 20
  /// Bytes of all responses together that may be under way to us.
  package var connectionWindowBytes = 4 << 20
  /// Responses of one stream that may wait until they are read; above it the server waits.
  package var streamBufferBytes = 256 << 10
  /// Requests of one call that may wait to be sent; above it their writer waits.
  package var requestBufferBytes = 256 << 10
  /// Requests that may wait in the socket before more are made ready.
  package var queuedOutputBytes = 1 << 20
  /// Requests of at least so many bytes are compressed by gzip, and the server may compress its
  /// responses; nil for neither. A server that takes no gzip answers UNIMPLEMENTED.
  package var compressedRequestBytes: Int?
  /// Finds the details in an encoded google.rpc.Status.
  package var decodeDetails: @Sendable ([UInt8]) -> [Status.Detail]

  /// Creates the options that a client starts from.
  package init(decodeDetails: @escaping @Sendable ([UInt8]) -> [Status.Detail]) {
    self.decodeDetails = decodeDetails
  }
}
