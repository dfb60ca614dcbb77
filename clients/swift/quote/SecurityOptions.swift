// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteSystem

/// The options by which a command calls a server over TLS.
enum SecurityOptions {
  static let tls = Option(
    flag: "tls", help: "Calls over TLS, and trusts whom the machine trusts.",
    environment: "QUOTE_TLS")
  static let authorities = Option(
    "ca", value: Value("FILE", .file),
    help: "Calls over TLS, and trusts whom the certificates of this PEM file vouch for, and no "
      + "others.",
    environment: "QUOTE_CA")
  static let certificate = Option(
    "cert", value: Value("FILE", .file),
    help: "Shows this certificate, a PEM file, to a server that asks for one.",
    environment: "QUOTE_CERT")
  static let privateKey = Option(
    "key", value: Value("FILE", .file),
    help: "The certificate's private key; the file of --cert where it isn't given.",
    environment: "QUOTE_KEY")
  static let serverName = Option(
    "server-name", value: Value("NAME"),
    help: "The name that the server's certificate must have, where it is not the host that is "
      + "called.",
    environment: "QUOTE_SERVER_NAME")

  static let all = [tls, authorities, certificate, privateKey, serverName]

  /// How an invocation wants TLS done; nil for none.
  static func read(_ invocation: Invocation) throws(Failure) -> TLSOptions? {
    guard invocation.has(tls) || invocation.text(authorities) != nil else {
      for option in [certificate, privateKey, serverName] where invocation.text(option) != nil {
        throw .usage(
          invocation.usageError("it is for TLS only: add --tls, or --ca FILE", about: option))
      }
      return nil
    }
    if invocation.text(privateKey) != nil, invocation.text(certificate) == nil {
      throw .usage(invocation.usageError("it needs --cert", about: privateKey))
    }
    return TLSOptions(
      authorities: try read(authorities, of: invocation),
      certificate: try read(certificate, of: invocation),
      privateKey: try read(privateKey, of: invocation),
      serverName: invocation.text(serverName))
  }

  /// The option that a field which can't be was given by; nil where none of these was.
  static func option(of field: String, in invocation: Invocation) -> Option? {
    switch field {
    case "tls.authorities": authorities
    case "tls.certificate": certificate
    // One file may hold both.
    case "tls.private_key": invocation.text(privateKey) == nil ? certificate : privateKey
    case "tls.server_name": invocation.text(serverName) == nil ? nil : serverName
    case "tls": invocation.text(authorities) == nil ? tls : authorities
    default: nil
    }
  }

  private static func read(
    _ option: Option, of invocation: Invocation
  ) throws(Failure) -> [UInt8]? {
    guard let path = invocation.text(option) else { return nil }
    do throws(SystemError) {
      return try File.readPEM(path)
    } catch {
      throw .input(error.description)
    }
  }
}
