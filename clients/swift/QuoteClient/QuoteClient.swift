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
/// It connects with the first call, and again where the connection was lost; `ConnectionOptions` tell
/// what calls do meanwhile. What goes wrong is thrown as a `Status`: the server's own,
/// `Status.Code.unavailable` with the cause where there is no connection,
/// `Status.Code.deadlineExceeded` where the time ran out, and `Status.Code.invalidArgument` for
/// what can be seen to be wrong before it is sent. Cancelling the task cancels the call.
public final class QuoteClient: Sendable {
  /// How calls travel. Every server takes both on the same port.
  public enum TransportProtocol: String, Sendable, CaseIterable {
    /// gRPC over HTTP/2.
    case grpc
    /// Size-delimited messages over TCP: less work for both sides.
    case delimited
  }

  /// The server, as it was given.
  public let server: String
  /// How long a call may take that names no timeout of its own.
  public let timeout: Duration
  let channel: ClientChannel
  private let metadata: Metadata
  private let waitsForReady: Bool

  /// Where a server listens that was told nothing else.
  public static let defaultServer = "127.0.0.1:4242"

  /// Creates a client; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - server: `HOST:PORT`, `[IPV6]:PORT` or `unix:PATH`.
  ///   - protocol: How calls travel.
  ///   - timeout: How long a call may take, connecting included, unless it says otherwise.
  ///   - token: What shows who calls, as `quoted token create` printed it; nil = nobody in
  ///     particular. It is sent over TLS, loopback and Unix sockets only.
  ///   - tls: How TLS is done; nil = not at all.
  ///   - connection: How the connection is kept, and what calls do without one.
  /// - Throws: `Status.Code.invalidArgument` where the server's address can't be read, the token
  ///   can't be one or would travel in the clear, or a certificate can't be used.
  public init(
    server: String = defaultServer,
    protocol: TransportProtocol = .grpc,
    timeout: Duration = .seconds(10),
    token: String? = nil,
    tls: TLSOptions? = nil,
    connection: ConnectionOptions = ConnectionOptions()
  ) throws(Status) {
    let address: SocketAddress
    do throws(NetError) {
      address = try SocketAddress(server)
    } catch {
      throw Status(.invalidArgument, error.description)
    }
    metadata = try Self.metadata(token: token, to: address, isSecret: tls != nil)
    self.server = server
    self.timeout = timeout
    waitsForReady = connection.waitsForReady
    var options = ClientOptions { StatusDetails.decode($0.span)?.details ?? [] }
    try connection.set(&options)
    if let tls { options.tls = try tls.channelTLS(to: address, over: `protocol`) }
    channel = try ClientChannel(
      to: address, over: `protocol` == .grpc ? .grpc : .delimited, options: options)
  }

  /// Ends the calls under way as cancelled, and closes the connection. Later calls fail.
  public func close() async { await channel.close() }

  /// Calls a method that changes nothing, and waits for its response.
  func read<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request, timeout: Duration?
  ) async throws(Status) -> Method.Response {
    try await write(method, request, timeout: timeout, isRepeatable: true)
  }

  /// Calls a method, and waits for its response.
  ///
  /// - Parameter isRepeatable: Whether by the contract calling twice does no more than calling once.
  func write<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request, timeout: Duration?, isRepeatable: Bool
  ) async throws(Status) -> Method.Response {
    var options = options(timeout ?? self.timeout)
    options.isRepeatable = isRepeatable
    return try await channel.call(method, request, options: options)
  }

  /// What goes with a call that has so long, or as long as it takes.
  func options(_ timeout: Duration?) -> CallOptions {
    var options = CallOptions(timeout: timeout, metadata: metadata)
    options.waitsForReady = waitsForReady
    return options
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

extension QuoteClient {
  /// What shows who calls, where it may be sent. No message repeats the token.
  private static func metadata(
    token: String?, to address: SocketAddress, isSecret: Bool
  ) throws(Status) -> Metadata {
    var metadata = Metadata()
    guard let token else { return metadata }
    guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .invalid("token", "A token holds ASCII letters, digits and marks, and no blanks.")
    }
    guard isSecret || address.isLoopback || address.hasEmptyHost else {
      throw .invalid(
        "token",
        "On the way to \(address) the token could be read: send it over TLS, loopback or a Unix "
          + "socket.")
    }
    metadata.append("authorization", Array("Bearer \(token)".utf8))
    return metadata
  }
}

extension SocketAddress {
  /// Whether no host is named, which means this machine when connecting.
  fileprivate var hasEmptyHost: Bool {
    if case .tcp("", _) = self { true } else { false }
  }
}
