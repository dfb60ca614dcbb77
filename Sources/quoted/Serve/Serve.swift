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
  static let command = Command(
    "serve",
    summary: "Serves the catalogue of a data directory.",
    discussion: [
      "gRPC (HTTP/2), size-delimited messages, and Connect and gRPC-Web (HTTP/1.1 and HTTP/2) share "
        + "every address that it listens on: curl and browsers call methods by POST of JSON to "
        + "/quotes.v1.QuoteService/METHOD, those that read by GET too. With "
        + "--tls-cert all are spoken over TLS too; an address that is not of this machine takes "
        + "nothing else then, and none is taken without TLS, unless --allow-plaintext is given. "
        + "Anyone who can reach --listen can read, unless --require-token is given; nobody can "
        + "write there.",
      "A browser finds pages there: at / the quote of the day and all quotes, at /q/ID, to which the "
        + "links of messages lead, one of them; curl gets them as plain text. --no-pages serves none.",
      "Editors call an address of --admin-listen with a token that \"quoted token create\" made. The "
        + "commands of quoted reach the server by admin.sock in the data directory, which only the "
        + "user that runs it can open.",
      "Each address is printed as a line \"listening on ADDRESS\" (\"editors on ADDRESS\" for "
        + "--admin-listen) on the standard output once calls are served; events go to the standard "
        + "error, one line each, and each change as event=audit. SIGTERM and SIGINT let the calls "
        + "in flight finish; a second one ends at once. SIGHUP reads the system's time zones anew, "
        + "which otherwise happens daily, and the TLS files, which otherwise happens when they "
        + "change.",
      "At --metrics-listen, /healthz answers 200 while calls are served and 503 once they are not, "
        + "and /metrics tells Prometheus how the server fares; it is printed as \"metrics on "
        + "ADDRESS\".",
      "The search index, search.sqlite in the data directory, is made where it is missing; meanwhile "
        + "all but search is served.",
    ],
    options: ServeOptions.all,
    examples: [
      Example("quoted serve", "Serves ./quoted-data on 127.0.0.1:4242."),
      Example(
        "quoted serve --listen 10.0.0.5:443 --listen unix:/run/quoted.sock --tls-cert chain.pem "
          + "--tls-key key.pem --data /var/lib/quoted --public-url https://quotes.example.org",
        "Serves on two addresses, with links for the world."),
      Example(
        "quoted serve --admin-listen 127.0.0.1:4243 --rate-limit 100/s",
        "Lets editors of this machine write, and nobody ask too often."),
    ])

  /// The heaps of all threads together: these allocate little at a time, and what each would keep
  /// for itself is a tenth of the memory of a large catalogue.
  private static let heaps = 2

  /// Serves until a signal ends it.
  static func run(_ invocation: Invocation) async throws {
    Host.limitHeaps(to: heaps)
    let log = Log(invocation)
    let tlsFiles = try TLSFiles(invocation)
    let hasTLS = tlsFiles != nil
    let addresses = try readingAddresses(of: invocation, hasTLS: hasTLS)
    let adminAddresses = try adminAddresses(of: invocation, hasTLS: hasTLS)
    let metricsAddresses = try Self.addresses(of: invocation, MetricsService.option)
    let rules = try AccessRules(invocation)
    let limits = Limits(invocation)
    let renewal = try tlsFiles.map { files throws(Failure) in try TLSRenewal(files, log) }
    let links = try links(of: invocation, addresses[0], hasTLS: hasTLS)
    let clock = try ServerClock(invocation)
    let web = try WebServing.service(invocation, clock, pages: { _ in nil })
    let zones = ZoneSource(try loadZones(log))
    let catalogue = try DataDirectory.open(
      invocation.text(QuotedProgram.foundedData) ?? "", clock: { clock.now() }, log: log)
    let search = try startSearch(catalogue, log)
    await catalogue.followAudit { AuditLog(log)($0) }
    let health = HealthBoard()
    let shutdown = ShutdownNotice()
    let services = try DoorServices(
      catalogue, zones: zones, rules: rules, health: health, shutdown: shutdown, limits: limits)
    let group = try startLoops(
      invocation.integer(ServeOptions.loops) ?? EventLoopGroup.processorCount)
    var configuration = configuration(
      catalogue, search, services, zones, links, clock, shutdown, renewal?.tls, limits, log)
    configuration.web = web
    if let pages = PageServing(invocation, catalogue, search, zones, links, clock) {
      configuration.web?.pages = { pages.responder(behind: $0) }
    }
    let server = Server(configuration, group: group)
    let metrics = MetricsService(server, catalogue, clock, renewal?.tls, health)
    let ends = AsyncStream.makeStream(of: Signals.Signal.self)
    let signals = try await Signals(on: group.handles[0]) { ends.continuation.yield($0) }
    var listeners: [Listener] = []
    for address in addresses {
      let entrance = entrance(
        to: .reading, at: address, tlsFiles,
        allowsPlaintext: invocation.has(TLSFiles.allowPlaintext))
      listeners.append(try listen(server, on: address, entrance))
    }
    links.note(listeners[0].boundAddress)
    let admin = try adminAddresses.map { address throws(Failure) in
      try listen(
        server, on: address,
        entrance(to: .administration, at: address, tlsFiles, allowsPlaintext: false))
    }
    let local = try listenLocally(server, catalogue.directory, log)
    let metricsListeners = try listen(metrics, on: metricsAddresses, group)
    for listener in metricsListeners {
      try? StandardStream.output.write("metrics on \(listener.boundAddress)\n")
    }
    for listener in admin {
      try? StandardStream.output.write("editors on \(listener.boundAddress)\n")
    }
    for listener in listeners {
      try? StandardStream.output.write("listening on \(listener.boundAddress)\n")
    }
    listeners += admin + local
    let snapshot = catalogue.snapshots.latest
    log(
      .info, "serving",
      [
        "version": QuotedProgram.version, "loops": "\(group.handles.count)",
        "quotes": "\(snapshot.count)", "revision": "\(snapshot.revision)",
        "zones": zones.latest.version ?? "unknown",
      ])
    let upkeep = Upkeep(
      catalogue: catalogue, zones: zones, clock: clock, certificate: renewal, log: log)
    let upkeeping = Task { await upkeep.run() }
    let renewing = Task { await renewal?.run() }
    await drain(
      server, listeners, on: ends.stream, invocation.duration(ServeOptions.grace) ?? .zero, upkeep,
      health, shutdown)
    upkeeping.cancel()
    renewing.cancel()
    await search.close()
    await catalogue.close()
    withExtendedLifetime((signals, metricsListeners)) {}
    await group.stop()
  }

  /// Waits for a signal that asks for the end, and lets the calls in flight finish; a second one
  /// ends the process at once.
  private static func drain(
    _ server: Server, _ listeners: [Listener], on signals: AsyncStream<Signals.Signal>,
    _ grace: Duration, _ upkeep: Upkeep, _ health: HealthBoard, _ shutdown: ShutdownNotice
  ) async {
    let log = upkeep.log
    var iterator = signals.makeAsyncIterator()
    while let signal = await iterator.next(), signal == .hangUp { upkeep.readAnew() }
    log(.info, "draining", ["grace": grace.commandLine])
    let impatient = Task {
      var iterator = signals.makeAsyncIterator()
      while let signal = await iterator.next() {
        guard signal != .hangUp else { continue }
        log(.warning, "ended", ["reason": "a second signal"])
        Host.exit(ExitStatus.temporaryFailure.rawValue)
      }
    }
    health.shutDown()
    shutdown.announce()
    let cut = await server.drain(listeners, graceMilliseconds: Int(grace.wholeMilliseconds))
    impatient.cancel()
    let calls = server.callsEnded
    log(
      cut == 0 ? .info : .warning, "drained",
      ["succeeded": "\(calls.succeeded)", "failed": "\(calls.failed)", "cut": "\(cut)"])
  }
}
