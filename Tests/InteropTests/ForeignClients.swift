// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import Testing

/// Calls `quoted` with programs that others wrote.
struct ForeignClients {
  /// A server of the starter catalogue.
  let server: RunningServer
  let environment: Repository.PythonEnvironment
  /// Whose certificates are trusted; nil where calls go without TLS.
  private(set) var authorities: String?

  /// Starts a server, and finds the foreign clients.
  init(serverArguments: [String] = []) async throws {
    environment = try Repository.PythonEnvironment()
    server = try await RunningServer(arguments: serverArguments)
  }

  /// Starts a server that does TLS, with a certificate of its own in `folder`.
  init(serverUsingTLSIn folder: TemporaryFolder) async throws {
    environment = try Repository.PythonEnvironment()
    let (certificate, key) = (folder.file("cert.pem"), folder.file("key.pem"))
    let made = try await Program.quoted.run(
      ["cert", "--cert", certificate, "--key", key, "localhost", "127.0.0.1"])
    try #require(made.status == 0, "\(made.error)")
    server = try await RunningServer(
      arguments: ["--tls-cert", certificate, "--tls-key", key])
    authorities = certificate
  }

  /// What a case of `stock_grpc.py` printed.
  func grpcio(_ name: String, _ arguments: String...) async throws -> JSON {
    try await script("stock_grpc.py", [server.address, name] + arguments)
  }

  /// What a case of `stock_editor.py` printed, at an address of the server's.
  func editor(at address: String, _ name: String, _ arguments: String...) async throws -> JSON {
    try await script("stock_editor.py", [address, name] + arguments)
  }

  /// What `read_metrics.py` printed of an address of the server's.
  func metrics(at address: String) async throws -> JSON {
    try await script("read_metrics.py", [address, server.address])
  }

  /// What `anonymous.py` printed that was run at an address of the server's.
  func anonymous(at address: String, _ arguments: String...) async throws -> JSON {
    try await script("anonymous.py", [address] + arguments)
  }

  /// What a case of `raw_bytes.py` printed.
  func rawBytes(_ name: String) async throws -> JSON {
    try await script("raw_bytes.py", [server.address, name])
  }

  /// What `stock_reflection.py` printed.
  func reflection(_ arguments: String...) async throws -> JSON {
    try await script("stock_reflection.py", [server.address] + arguments)
  }

  /// What grpcurl prints that knows of no proto file.
  func bareGrpcurl(_ arguments: [String], data: String? = nil) async throws -> Program.Result {
    let options = arguments.filter { $0.hasPrefix("-") || Int($0) != nil }
    let words = arguments.filter { !options.contains($0) }
    return try await environment.tool("grpcurl").run(
      ["-plaintext"] + options + (data.map { ["-d", $0] } ?? []) + [server.address] + words)
  }

  /// What `buf curl` prints of a call by gRPC that knows of no proto file.
  func bareBufCurl(_ method: String, _ request: String) async throws -> Program.Result {
    try await environment.tool("buf").run(
      [
        "curl", "--protocol", "grpc", "--http2-prior-knowledge", "-d", request,
        "http://\(server.address)/\(method)",
      ])
  }

  /// What `stock_health.py` printed.
  func health(_ arguments: String...) async throws -> JSON {
    try await script("stock_health.py", [server.address] + arguments)
  }

  /// A `stock_health.py` that watches a service.
  func healthWatcher(_ service: String) throws -> RunningProgram {
    try environment.python.start(
      [Repository.root + "/Tests/InteropTests/stock_health.py", server.address, "watch", service])
  }

  /// What grpcurl, which is made of grpc-go, prints of a call.
  func grpcurl(_ method: String, _ request: String) async throws -> Program.Result {
    try await environment.tool("grpcurl").run(
      (authorities.map { ["-cacert", $0] } ?? ["-plaintext"]) + [
        "-import-path", Repository.root + "/proto", "-proto",
        "quotes/v1/quotes.proto", "-d", request, server.address, "quotes.v1.QuoteService/" + method,
      ])
  }

  /// What `buf curl` prints of a call by gRPC.
  func bufCurl(_ method: String, _ request: String) async throws -> Program.Result {
    try await environment.tool("buf").run(
      ["curl"] + (authorities.map { ["--cacert", $0] } ?? ["--http2-prior-knowledge"]) + [
        "--protocol", "grpc", "--schema", ".", "-d", request,
        "\(authorities == nil ? "http" : "https")://\(server.address)/quotes.v1.QuoteService/\(method)",
      ], in: Repository.root + "/proto")
  }

  /// What our own client prints of a call, by one protocol.
  func quote(_ arguments: [String], over transport: String = "grpc") async throws
    -> Program.Result
  {
    try await Program.quote.run(
      ["--server", server.address, "--protocol", transport]
        + (authorities.map { ["--ca", $0] } ?? []) + arguments)
  }

  /// The first line that our own client prints of a call that never ends, which is then ended.
  func quoteUntilLine(
    startingWith prefix: String, _ arguments: [String], over transport: String
  ) async throws -> String {
    let program = try Program.quote.start(
      ["--server", server.address, "--protocol", transport] + arguments)
    defer { program.signal(SIGTERM) }
    return prefix + (try #require(await program.outputLine(startingWith: prefix)))
  }

  /// How OpenSSL's own client ends that offers an application protocol; both streams of it.
  func openSSL(offering name: String) async throws -> String {
    let result = try await Program(path: "/usr/bin/openssl").run(
      [
        "s_client", "-connect", server.address, "-CAfile", authorities ?? "", "-alpn", name,
        "-verify_return_error",
      ])
    return result.output + result.error
  }

  /// What a sample of `clients/python` prints.
  func sample(_ name: String, _ arguments: [String]) async throws -> Program.Result {
    try await environment.python.run(
      [Repository.root + "/clients/python/" + name, "--server", server.address] + arguments)
  }

  /// How many messages of each channel `reread_messages.py` found right that the server made.
  func reread() async throws -> JSON {
    try await script("reread_messages.py", ["served", server.address])
  }

  func script(_ name: String, _ arguments: [String]) async throws -> JSON {
    let path = Repository.root + "/Tests/InteropTests/" + name
    let result = try await environment.python.run(
      [path] + arguments, environment: authorities.map { ["TEST_CA": $0] } ?? [:])
    try #require(result.status == 0, "\(name) \(arguments): \(result.error)")
    return try JSON(result.output)
  }
}

/// A JSON document, read for comparing.
struct JSON: Equatable, CustomStringConvertible {
  private let value: NSObject?

  init(_ text: String) throws {
    value =
      try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      as? NSObject
  }

  private init(_ value: NSObject?) { self.value = value }

  subscript(_ name: String) -> JSON { JSON((value as? NSDictionary)?[name] as? NSObject) }

  subscript(_ index: Int) -> JSON {
    let list = (value as? NSArray) ?? []
    return JSON(index < list.count ? list[index] as? NSObject : nil)
  }

  var count: Int { (value as? NSArray)?.count ?? 0 }
  var text: String { value as? String ?? "" }
  var number: Int { (value as? NSNumber)?.intValue ?? 0 }
  var description: String { value?.description ?? "nothing" }
}
