// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteCommandLine
internal import QuoteComposer
internal import QuoteServices
internal import QuoteSystem
internal import QuoteWire
internal import RPCCore
internal import RPCNet
internal import RPCTransport

/// `quoted serve`: opens the catalogue, listens, and drains when it is told to end.
enum Serve {
  static let listen = Option(
    "listen", short: "l", value: Value("ADDRESS"),
    help: "HOST:PORT, [IPV6]:PORT or unix:PATH; port 0 takes a free one.",
    defaultValue: "127.0.0.1:4242", environment: "QUOTED_LISTEN", isRepeatable: true)
  static let publicURL = Option(
    "public-url", value: Value("URL"),
    help:
      "What links to quotes begin with; /q/ID follows. The page there is yours to serve: quoted "
      + "has none yet. Without it: http:// and the first address.",
    environment: "QUOTED_PUBLIC_URL")
  static let loops = Option(
    "loops", value: Value("COUNT", .integer(1...256)),
    help: "Event loops, each on a thread of its own. Without it: one for each processor.",
    environment: "QUOTED_LOOPS")
  static let grace = Option(
    "drain-grace", value: Value("TIME", .duration(.zero ... .seconds(3600))),
    help: "How long calls may take to finish after SIGTERM or SIGINT.", defaultValue: "10s")

  static let command = Command(
    "serve",
    summary: "Serves the catalogue of a data directory.",
    discussion: [
      "gRPC (HTTP/2 without TLS) and size-delimited messages share every address that it listens "
        + "on. There is no TLS and there are no tokens yet: anyone who can reach the address can "
        + "read, so keep to loopback or to a network that you trust.",
      "Each address is printed as a line \"listening on ADDRESS\" on the standard output once calls "
        + "are served; events go to the standard error, one line each. SIGTERM and SIGINT let the "
        + "calls in flight finish; a second one ends at once.",
    ],
    options: [listen, QuotedProgram.data, publicURL, loops, grace],
    examples: [
      Example("quoted serve", "Serves ./quoted-data on 127.0.0.1:4242."),
      Example(
        "quoted serve --listen 10.0.0.5:80 --listen unix:/run/quoted.sock --data /var/lib/quoted "
          + "--public-url https://quotes.example.org",
        "Serves on two addresses, with links for the world."),
    ])

  /// Serves until a signal ends it.
  static func run(_ invocation: Invocation) async throws {
    let log = Log()
    let addresses = try addresses(of: invocation)
    let links = try links(of: invocation, addresses[0])
    let zones = try loadZones(log)
    let catalogue = try DataDirectory.open(invocation.text(QuotedProgram.data) ?? "")
    let group = try startLoops(invocation.integer(loops) ?? EventLoopGroup.processorCount)
    let server = Server(configuration(catalogue, zones, links, log), group: group)
    let ends = AsyncStream.makeStream(of: Signals.Signal.self)
    let signals = try await Signals(on: group.handles[0]) { ends.continuation.yield($0) }
    var listeners: [Listener] = []
    for address in addresses { listeners.append(try listen(server, on: address)) }
    links.note(listeners[0].boundAddress)
    for listener in listeners {
      try? StandardStream.output.write("listening on \(listener.boundAddress)\n")
    }
    let snapshot = catalogue.snapshots.latest
    log(
      .info, "serving",
      [
        "version": QuotedProgram.version, "loops": "\(group.handles.count)",
        "quotes": "\(snapshot.count)", "revision": "\(snapshot.revision)",
        "zones": zones.version ?? "unknown",
      ])
    await drain(server, listeners, on: ends.stream, invocation.duration(grace) ?? .zero, log)
    withExtendedLifetime((signals, catalogue)) {}
    await group.stop()
  }

  /// Waits for a signal that asks for the end, and lets the calls in flight finish; a second one
  /// ends the process at once.
  private static func drain(
    _ server: Server, _ listeners: [Listener], on signals: AsyncStream<Signals.Signal>,
    _ grace: Duration, _ log: Log
  ) async {
    var iterator = signals.makeAsyncIterator()
    while let signal = await iterator.next(), signal == .hangUp {
      log(.warning, "ignored", ["signal": "SIGHUP", "reason": "there is nothing to reload yet"])
    }
    log(.info, "draining", ["grace": grace.commandLine])
    let impatient = Task {
      var iterator = signals.makeAsyncIterator()
      while let signal = await iterator.next() {
        guard signal != .hangUp else { continue }
        log(.warning, "ended", ["reason": "a second signal"])
        Host.exit(ExitStatus.temporaryFailure.rawValue)
      }
    }
    let cut = await server.drain(listeners, graceMilliseconds: Int(grace.wholeMilliseconds))
    impatient.cancel()
    log(
      cut == 0 ? .info : .warning, "drained",
      [
        "succeeded": "\(server.count(.callSucceeded))", "failed": "\(server.count(.callFailed))",
        "cut": "\(cut)",
      ])
  }
}
