// SPDX-License-Identifier: Apache-2.0

package import RPCCore
package import RPCNet
internal import Synchronization

/// The way to one server: any number of calls at a time over one connection. Only streams over the
/// delimited protocol have a connection each: while nobody reads a stream, nothing more is read from
/// its connection, and no other call must wait for that.
///
/// It connects with the first call, and again with the next one after the connection was lost. Where
/// that fails it tries again by itself, with pauses that grow (`Connectivity`). Calls that never left
/// or that the server has refused unseen are sent again by themselves, others as their options say.
///
/// What goes wrong is thrown as a `Status`: the server's own; UNAVAILABLE with the address and the
/// cause where there is no connection; DEADLINE_EXCEEDED and CANCELLED by the caller's own clock and
/// task.
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
