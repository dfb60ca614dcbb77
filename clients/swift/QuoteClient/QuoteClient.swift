// SPDX-License-Identifier: Apache-2.0

@_exported public import QuoteModel
internal import QuoteWire
@_exported public import RPCCore
internal import RPCNet
internal import RPCTransport

/// A connection to a Quoted server, for any number of calls at a time.
///
/// ```swift
/// let client = try QuoteClient(server: "127.0.0.1:4242")
/// let today = try await client.daily(timeZone: "Europe/Berlin")
/// for try await quote in client.quotes() { print(quote.text) }
/// await client.close()
/// ```
///
/// It connects with the first call, and again where the connection was lost. What goes wrong is
/// thrown as a `Status`: the server's own, `Status.Code.unavailable` where there is no connection,
/// `Status.Code.deadlineExceeded` where the time ran out, and `Status.Code.invalidArgument` for
/// what can be seen to be wrong before it is sent. Cancelling the task cancels the call.
public final class QuoteClient: Sendable {
  /// How calls travel. Every server takes both on the same port.
  public enum TransportProtocol: String, Sendable, CaseIterable {
    /// gRPC over HTTP/2 without TLS.
    case grpc
    /// Size-delimited messages over TCP: less work for both sides.
    case delimited
  }

  /// The server, as it was given.
  public let server: String
  /// How long a call may take that names no timeout of its own.
  public let timeout: Duration
  private let channel: ClientChannel

  /// Where a server listens that was told nothing else.
  public static let defaultServer = "127.0.0.1:4242"

  /// Creates a client; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - server: `HOST:PORT`, `[IPV6]:PORT` or `unix:PATH`.
  ///   - protocol: How calls travel.
  ///   - timeout: How long a call may take, connecting included, unless it says otherwise.
  /// - Throws: `Status.Code.invalidArgument` where the server's address can't be read.
  public init(
    server: String = defaultServer,
    protocol: TransportProtocol = .grpc,
    timeout: Duration = .seconds(10)
  ) throws(Status) {
    let address: SocketAddress
    do throws(NetError) {
      address = try SocketAddress(server)
    } catch {
      throw Status(.invalidArgument, error.description)
    }
    self.server = server
    self.timeout = timeout
    channel = try ClientChannel(
      to: address, over: `protocol` == .grpc ? .grpc : .delimited,
      options: ClientOptions { details in StatusDetails.decode(details.span)?.details ?? [] })
  }

  /// Ends the calls under way as cancelled, and closes the connection. Later calls fail.
  public func close() async { await channel.close() }

  /// Calls a method and waits for its response.
  func call<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request, timeout: Duration?
  ) async throws(Status) -> Method.Response {
    try await channel.call(method, request, options: CallOptions(timeout: timeout ?? self.timeout))
  }

  /// What a response must hold by the contract.
  ///
  /// - Throws: `Status.Code.internal` where it doesn't.
  func required<Value>(_ value: Value?, _ name: String) throws(Status) -> Value {
    guard let value else {
      throw Status(.internal, "The response of \(server) holds no \(name), against the contract.")
    }
    return value
  }
}
