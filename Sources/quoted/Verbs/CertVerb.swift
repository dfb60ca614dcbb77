// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteSystem
internal import RPCTLS

/// `quoted cert`: a certificate for trying TLS out.
enum CertVerb {
  private static let names = Argument(
    Value("NAME"), count: .any,
    help: "What the server is called: DNS names and addresses; localhost, 127.0.0.1 and ::1 where "
      + "none is given.")
  private static let certificate = Option(
    "cert", value: Value("FILE", .file), help: "Where the certificate goes.",
    defaultValue: "quoted-cert.pem")
  private static let key = Option(
    "key", value: Value("FILE", .file),
    help: "Where the private key goes, which only its owner may read.",
    defaultValue: "quoted-key.pem")
  private static let days = Option(
    "days", value: Value("COUNT", .integer(1...3_650)), help: "How long it holds.",
    defaultValue: "365")

  static let command = Command(
    "cert",
    summary: "Makes a certificate that vouches for itself, to try TLS out.",
    discussion: [
      "Nobody trusts such a certificate by itself: clients must be given it, as by \"quote --ca\". "
        + "For the world, have one signed by an authority. Neither file may be there yet."
    ],
    options: [certificate, key, days], arguments: [names],
    examples: [
      Example(
        "quoted cert && quoted serve --tls-cert quoted-cert.pem --tls-key quoted-key.pem",
        "Serves over TLS; call it by: quote --ca quoted-cert.pem -s localhost:4242"),
      Example("quoted cert quotes.example.org 10.0.0.5", "Makes one for other machines."),
    ])

  static let verb = Verb("cert") { invocation in
    let given = invocation.texts(names)
    let identity: TLSIdentity
    do throws(TLSError) {
      identity = try SelfSignedCertificate.make(
        for: given.isEmpty ? ["localhost", "127.0.0.1", "::1"] : given,
        days: invocation.integer(days) ?? 0)
    } catch {
      guard case .badName = error else { throw Failure(error.description, .software) }
      throw invocation.usageError("NAME can't be used: \(error)")
    }
    let certificatePath = invocation.text(certificate) ?? ""
    let keyPath = invocation.text(key) ?? ""
    try await write(identity.privateKey, to: keyPath)
    do {
      try await write(identity.certificates, to: certificatePath)
    } catch {
      // A key without its certificate would only be in the way.
      try? File.remove(keyPath)
      throw error
    }
    try StandardStream.error.write("wrote \(certificatePath) and \(keyPath)\n")
    return .success
  }

  private static func write(_ bytes: [UInt8], to path: String) async throws {
    guard try File.createNew(path) else {
      throw Failure("\(path) is there already, and is left as it is", .cannotCreate)
    }
    // It keeps the mode of the file that it replaces, which is its owner's alone.
    let file = try ReplacingFile(path)
    try file.write(bytes)
    try file.complete()
  }
}
