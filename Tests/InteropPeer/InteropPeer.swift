// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import RPCCore
internal import RPCNet
internal import RPCTransport

/// The peer of the interoperability tests of gRPC, on this package's transport.
///
///     InteropPeer serve
///     InteropPeer call ADDRESS
///
/// `serve` prints `listening on ADDRESS`, and `cancelled METHOD` for each call whose handler was
/// cancelled. `call` runs all cases against a server and prints a line for each: its name, and
/// `passed` or what went wrong.
@main
enum InteropPeer {
  static func main() async throws {
    switch Array(CommandLine.arguments.dropFirst()) {
    case ["serve"]: try await serve()
    case let arguments where arguments.count == 2 && arguments[0] == "call":
      try await call(try SocketAddress(arguments[1]))
    default:
      FileHandle.standardError.write(
        Data("usage: InteropPeer serve | InteropPeer call ADDRESS\n".utf8))
      exit(64)
    }
  }

  private static func serve() async throws {
    let service = TestService { path in say("cancelled \(path)") }
    let configuration = ServerConfiguration(
      limits: Limits(), makeRouter: { _, _ in service.router }, encodeStatusDetails: { _ in [] },
      report: { report in
        FileHandle.standardError.write(Data("\(report.peer): \(report.reason)\n".utf8))
      }, floodHasGone: {})
    let group = try EventLoopGroup(count: 2)
    let server = Server(configuration, group: group)
    let listener = try server.listen(
      on: .tcp(host: "127.0.0.1", port: 0), backlog: 64,
      entrance: Entrance(to: Door("test"), requiresTLS: false))
    let ends = AsyncStream.makeStream(of: Void.self)
    let signals = try await Signals(on: group.handles[0]) { _ in ends.continuation.finish() }
    say("listening on \(listener.boundAddress)")
    for await _ in ends.stream {}
    withExtendedLifetime(signals) {}
    _ = await server.drain([listener], graceMilliseconds: 1_000)
    await group.stop()
  }

  private static func call(_ address: SocketAddress) async throws {
    let channel = try ClientChannel(
      to: address, over: .grpc, options: ClientOptions { _ in [] })
    for example in InteropCase.allCases {
      do {
        try await example.run(on: channel)
        say("\(example.rawValue) passed")
      } catch {
        say("\(example.rawValue) \(error)")
      }
    }
    await channel.close()
  }

  /// Prints a line at once.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
