// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteSystem
internal import RPCTLS
internal import RPCTransport

/// The files that a server's TLS is made of. They are read again while it runs, so that a renewed
/// certificate needs no restart.
struct TLSFiles: Sendable {
  static let certificate = Option(
    "tls-cert", value: Value("FILE", .file),
    help: "The server's certificate in PEM form, followed by those between it and a root. With it, "
      + "TLS is spoken at every address; it is read again when it changes, and at SIGHUP.",
    environment: "QUOTED_TLS_CERT")
  static let privateKey = Option(
    "tls-key", value: Value("FILE", .file),
    help:
      "The certificate's private key in PEM form, without a pass phrase; the file of --tls-cert "
      + "where it isn't given.",
    environment: "QUOTED_TLS_KEY")
  static let clientAuthorities = Option(
    "tls-client-ca", value: Value("FILE", .file),
    help:
      "Takes only clients that speak TLS and show a certificate signed by one of this PEM file, "
      + "at every address but unix:PATH.",
    environment: "QUOTED_TLS_CLIENT_CA")
  static let allowPlaintext = Option(
    flag: "allow-plaintext",
    help: "Speaks without TLS too at addresses that others can reach, where anyone on the way can "
      + "read what is sent: for a network that you trust, or behind a proxy that does TLS.",
    environment: "QUOTED_ALLOW_PLAINTEXT")

  private let certificatePath: String
  private let keyPath: String
  private let authoritiesPath: String?

  /// The files that a command line names; nil where it names none.
  init?(_ invocation: Invocation) throws(UsageError) {
    guard let certificatePath = invocation.text(Self.certificate) else {
      for option in [Self.privateKey, Self.clientAuthorities]
      where invocation.text(option) != nil {
        throw invocation.usageError(
          "--\(option.name) needs --\(Self.certificate.name): the server's certificate")
      }
      return nil
    }
    self.certificatePath = certificatePath
    keyPath = invocation.text(Self.privateKey) ?? certificatePath
    authoritiesPath = invocation.text(Self.clientAuthorities)
  }

  /// Whether clients have to show a certificate.
  var asksClients: Bool { authoritiesPath != nil }

  /// What the files hold.
  struct Contents: Equatable, Sendable {
    fileprivate let identity: TLSIdentity
    fileprivate let authorities: [UInt8]?
  }

  /// Reads the files.
  func read() throws(Failure) -> Contents {
    Contents(
      identity: TLSIdentity(
        certificates: try Self.read(certificatePath), privateKey: try Self.read(keyPath)),
      authorities: try authoritiesPath.map { path throws(Failure) in try Self.read(path) })
  }

  /// Makes of the contents what connections do TLS by.
  func context(of contents: Contents) throws(Failure) -> TLSContext {
    do throws(TLSError) {
      return try TLSContext(
        server: contents.identity, clients: contents.authorities.map { .authorities($0) },
        protocols: ApplicationProtocol.served)
    } catch {
      throw Failure("\(names): \(error)", .configuration)
    }
  }

  private var names: String {
    var paths = [certificatePath]
    for path in [keyPath, authoritiesPath] {
      if let path, !paths.contains(path) { paths.append(path) }
    }
    return paths.joined(separator: ", ")
  }

  private static func read(_ path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try File.readPEM(path)
    } catch {
      throw Failure(error.description, .noInput)
    }
  }
}
