// SPDX-License-Identifier: Apache-2.0

package import RPCCore
package import RPCNet
internal import Synchronization

/// The way to one server: any number of calls at a time over one connection. Only streams over the
/// delimited protocol have a connection each: while nobody reads a stream, nothing more is read from
/// its connection, and no other call must wait for that.
///
/// It connects with the first call, and again with the next one after the connection was lost. What
/// goes wrong is thrown as a `Status`: the server's own; UNAVAILABLE with the address and the cause
/// where there is no connection; DEADLINE_EXCEEDED and CANCELLED by the caller's own clock and task.
package final class ClientChannel: Sendable {
  let address: SocketAddress
  let options: ClientOptions
  let core: LoopBound<ClientCore>
  /// The loop that the channel has started for itself.
  private let ownGroup: EventLoopGroup?

  /// Creates a channel on a loop of its own, which `close` ends.
  package convenience init(
    to address: SocketAddress, over transport: TransportProtocol, options: ClientOptions
  ) throws(Status) {
    let group: EventLoopGroup
    do throws(NetError) {
      group = try EventLoopGroup(count: 1)
    } catch {
      throw Status(.unavailable, error.description)
    }
    self.init(
      to: address, over: transport, options: options, loop: group.handles[0], ownGroup: group)
  }

  /// Creates a channel on a loop of somebody else's.
  package convenience init(
    to address: SocketAddress, over transport: TransportProtocol, options: ClientOptions,
    loop: EventLoopHandle
  ) {
    self.init(to: address, over: transport, options: options, loop: loop, ownGroup: nil)
  }

  private init(
    to address: SocketAddress, over transport: TransportProtocol, options: ClientOptions,
    loop: EventLoopHandle, ownGroup: EventLoopGroup?
  ) {
    self.address = address
    self.options = options
    self.ownGroup = ownGroup
    core = LoopBound(on: loop) { loop in
      ClientCore(on: loop, to: address, over: transport, options: options)
    }
  }

  /// Calls a method and waits for its response.
  ///
  /// The timeout counts from here, connecting included. When the task is cancelled the server is
  /// told, and CANCELLED is thrown at once.
  package func call<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request, options: CallOptions
  ) async throws(Status) -> Method.Response {
    let response = try await send(Method.path, request.wire, options).get()
    return try read(response, Method.path)
  }

  /// Decodes a response.
  func read<Response: WireMessage>(
    _ response: [UInt8], _ path: MethodPath
  ) throws(Status) -> Response {
    do throws(WireError) {
      return try Response(wire: response.span)
    } catch {
      throw Status(.internal, "The response of \(address) to \(path) can't be read: \(error).")
    }
  }

  /// Ends the calls under way as CANCELLED, closes the connection, and returns when it is closed.
  /// Later calls fail as UNAVAILABLE.
  package func close() async {
    await withCheckedContinuation { closed in
      let isRunning = core.execute { core in core.close { closed.resume() } }
      if !isRunning { closed.resume() }
    }
    await ownGroup?.stop()
  }

  private func send(
    _ path: MethodPath, _ request: [UInt8], _ options: CallOptions
  ) async -> Result<[UInt8], Status> {
    let ticket = CallTicket()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isRunning = core.execute { core in
          core.begin(
            ClientCall(
              path: path, requests: .one(request), options: options, ticket: ticket,
              receiver: .response(continuation)))
        }
        if !isRunning {
          continuation.resume(returning: .failure(.channelClosed(address)))
        }
      }
    } onCancel: {
      // The mark serves where the call has not begun yet.
      ticket.cancel()
      core.execute { $0.cancel(ticket) }
    }
  }
}

/// Which protocol a channel speaks.
package enum TransportProtocol: Sendable, CaseIterable {
  /// gRPC over HTTP/2.
  case grpc
  /// Size-delimited messages (`quotes.wire.v1`).
  case delimited
}

/// What one call asks for beside its request.
package struct CallOptions: Sendable {
  /// How long the caller waits; nil is for ever.
  package var timeout: Duration?
  /// What travels beside the request.
  package var metadata: Metadata

  /// Creates options.
  package init(timeout: Duration?, metadata: Metadata = Metadata()) {
    self.timeout = timeout
    self.metadata = metadata
  }
}

/// How a channel behaves.
package struct ClientOptions: Sendable {
  /// How TLS is done; nil for none.
  package var tls: ClientTLS?
  /// How long connecting may take, whatever the calls' own timeouts, in milliseconds.
  package var connectMilliseconds = 10_000
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

extension Status {
  /// The status of a call on a channel that has been closed.
  static func channelClosed(_ address: SocketAddress) -> Status {
    Status(.unavailable, "The channel to \(address) has been closed.")
  }
}
