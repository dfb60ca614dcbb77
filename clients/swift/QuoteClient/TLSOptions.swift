// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTLS
internal import RPCTransport

/// How a client does TLS 1.2 or 1.3, and whom it trusts.
///
/// ```swift
/// let client = try QuoteClient(server: "quotes.example.org:443", tls: .systemTrust)
/// ```
public struct TLSOptions: Sendable {
  /// The certificates that vouch for the server, in PEM form; nil = those that the machine trusts.
  public var authorities: [UInt8]?
  /// The client's certificate in PEM form, followed by those between it and a root, where the
  /// server asks for one.
  public var certificate: [UInt8]?
  /// Its private key in PEM form, without a pass phrase.
  public var privateKey: [UInt8]?
  /// The name or address that the server's certificate must be good for; nil = the host that is
  /// connected to.
  public var serverName: String?

  /// Creates options.
  public init(
    authorities: [UInt8]? = nil, certificate: [UInt8]? = nil, privateKey: [UInt8]? = nil,
    serverName: String? = nil
  ) {
    self.authorities = authorities
    self.certificate = certificate
    self.privateKey = privateKey
    self.serverName = serverName
  }

  /// TLS with a server that the machine's own authorities vouch for.
  public static let systemTrust = TLSOptions()

  /// What a channel to an address does TLS by.
  func channelTLS(
    to address: SocketAddress, over transport: QuoteClient.TransportProtocol
  ) throws(Status) -> ClientTLS {
    do throws(TLSError) {
      let context = try TLSContext(
        client: certificate.map {
          TLSIdentity(certificates: $0, privateKey: privateKey ?? $0)
        },
        servers: authorities.map { .authorities($0) } ?? .system,
        protocols: [transport == .grpc ? ApplicationProtocol.http2 : ApplicationProtocol.delimited])
      return ClientTLS(context: context, host: serverName ?? Self.host(of: address))
    } catch {
      throw .invalid(Self.field(of: error), "TLS can't be set up: \(error).")
    }
  }

  /// What is to blame for an error.
  private static func field(of error: TLSError) -> String {
    switch error {
    case .noAuthority, .authorityRefused: "tls.authorities"
    case .noCertificate, .certificateRefused: "tls.certificate"
    case .noPrivateKey, .keyOfAnotherCertificate: "tls.private_key"
    case .badName: "tls.server_name"
    case .peerNotTrusted, .noCommonProtocol, .failed, .unavailable: "tls"
    }
  }

  private static func host(of address: SocketAddress) -> String {
    switch address {
    case .tcp(let host, _): host.isEmpty ? "localhost" : host
    case .unix: "localhost"
    }
  }
}
