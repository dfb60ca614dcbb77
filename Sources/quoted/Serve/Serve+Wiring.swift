// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteCommandLine
internal import QuoteComposer
internal import QuoteModel
internal import QuoteServices
internal import QuoteWire
internal import RPCCore
internal import RPCNet
internal import RPCTransport

/// How the parts of a server are made and put together.
extension Serve {
  /// Every loop gets a router for each door, and a service of its own.
  static func configuration(
    _ catalogue: Catalogue, _ search: QuoteSearch, _ services: DoorServices, _ zones: ZoneSource,
    _ links: LinkBase, _ offset: ServerClock, _ shutdown: ShutdownNotice, _ tls: ServerTLS?,
    _ limits: Limits, _ log: Log
  ) -> ServerConfiguration {
    let connections = ConnectionLog(log)
    let watch = DailyWatch(
      snapshots: catalogue.snapshots, zones: zones, shutdown: shutdown, clock: { offset.now() })
    let memory = FreeMemory()
    return ServerConfiguration(
      limits: limits,
      makeRouter: { loop, door in
        let reading = QuoteService(
          reader: CatalogueReader(catalogue.snapshots), search: search, watch: watch,
          zones: ZoneReader(zones),
          publicURL: { links.url },
          clock: {
            // Once a turn is often enough for a day's end, and the clock costs as much as a look-up.
            let (seconds, microseconds) = loop.wallClock
            return offset.of(Timestamp(seconds: seconds, nanoseconds: microseconds * 1000))
          })
        var router = Router()
        services.register(on: &router, behind: door, reading: reading)
        return router
      },
      encodeStatusDetails: { StatusDetails.encode($0.withReason) }, tls: tls,
      report: { connections($0) }, callReporting: CallLog(log).reporting,
      floodHasGone: { memory.returnSoon() })
  }

  /// The addresses that an option names.
  static func addresses(
    of invocation: Invocation, _ option: Option
  ) throws(UsageError) -> [SocketAddress] {
    var addresses: [SocketAddress] = []
    for text in invocation.texts(option) {
      do throws(NetError) {
        addresses.append(try SocketAddress(text))
      } catch {
        throw invocation.usageError("--\(option.name): \(error)")
      }
    }
    return addresses
  }

  /// The addresses that readers call: none over which others could read along, unless that is
  /// wanted.
  static func readingAddresses(
    of invocation: Invocation, hasTLS: Bool
  ) throws(UsageError) -> [SocketAddress] {
    let addresses = try addresses(of: invocation, ServeOptions.listen)
    guard !hasTLS, !invocation.has(TLSFiles.allowPlaintext) else { return addresses }
    if let open = addresses.first(where: { !$0.isLoopback }) {
      throw invocation.usageError(
        "--listen can't be '\(open)' without TLS: anyone on the way could read what is sent; give "
          + "--tls-cert (\"quoted cert\" makes one for a trial), or --allow-plaintext where you "
          + "trust the network or a proxy in front does TLS")
    }
    return addresses
  }

  /// The addresses that editors call: none over which others could read their tokens.
  static func adminAddresses(
    of invocation: Invocation, hasTLS: Bool
  ) throws(UsageError) -> [SocketAddress] {
    let addresses = try addresses(of: invocation, ServeOptions.adminListen)
    if !hasTLS, let open = addresses.first(where: { !$0.isLoopback }) {
      throw invocation.usageError(
        "--admin-listen can't be '\(open)' without TLS: tokens sent there could be read on the way; "
          + "give --tls-cert, or use a loopback address or unix:PATH")
    }
    return addresses
  }

  /// What is asked of who comes by an address. Tokens never travel in the clear, whatever is
  /// allowed to readers; and where clients have to show certificates, none goes without, of this
  /// machine or not.
  static func entrance(
    to door: Door, at address: SocketAddress, _ tls: TLSFiles?, allowsPlaintext: Bool
  ) -> Entrance {
    let mayBePlain =
      if case .unix = address { true } else { address.isLoopback && tls?.asksClients != true }
    let isPermitted = door == .reading && allowsPlaintext
    return Entrance(to: door, requiresTLS: tls != nil && !mayBePlain && !isPermitted)
  }

  static func links(
    of invocation: Invocation, _ address: SocketAddress, hasTLS: Bool
  ) throws(UsageError) -> LinkBase {
    do throws(PublicURLError) {
      let stated = try invocation.text(ServeOptions.publicURL).map { text throws(PublicURLError) in
        try PublicURL(text)
      }
      return try LinkBase(stated: stated, address: address, hasTLS: hasTLS)
    } catch {
      throw invocation.usageError("--public-url: \(error)")
    }
  }

  static func loadZones(_ log: Log) throws(Failure) -> ZoneDirectory {
    do throws(NoTimeZones) {
      let zones = try ZoneDirectory(folders: ZoneDirectory.systemFolders)
      for problem in zones.problems { log(.warning, "zone", ["problem": problem]) }
      return zones
    } catch {
      throw Failure(error.description, .configuration)
    }
  }

  static func startLoops(_ count: Int) throws(Failure) -> EventLoopGroup {
    do throws(NetError) {
      return try EventLoopGroup(count: count)
    } catch {
      throw Failure(error.description, .systemError)
    }
  }

  static func listen(
    _ server: Server, on address: SocketAddress, _ entrance: Entrance
  ) throws(Failure) -> Listener {
    do throws(NetError) {
      return try server.listen(on: address, backlog: 1024, entrance: entrance)
    } catch {
      throw Failure(error.description, .unavailable)
    }
  }

  /// Serves the metrics; what is returned must be kept.
  static func listen(
    _ metrics: MetricsService, on addresses: [SocketAddress], _ group: EventLoopGroup
  ) throws(Failure) -> [Listener] {
    let server = HTTP1Server(metrics.http, group: group)
    do throws(NetError) {
      return try addresses.map { address throws(NetError) in
        try server.listen(on: address, backlog: 64)
      }
    } catch {
      throw Failure(error.description, .unavailable)
    }
  }

  /// Listens on `admin.sock`. A path that is too long for a socket costs the commands of `quoted`
  /// their way in, and nobody else anything.
  static func listenLocally(
    _ server: Server, _ directory: String, _ log: Log
  ) throws(Failure) -> [Listener] {
    let address = DataDirectory.adminSocket(of: directory)
    guard address.isUsable else {
      log(
        .warning, "unadministered",
        [
          "path": "\(address)",
          "reason":
            "longer than \(SocketAddress.longestPathBytes) bytes: start quoted with a shorter "
            + "--data, such as a relative one",
        ])
      return []
    }
    return [try listen(server, on: address, Entrance(to: .local, requiresTLS: false))]
  }
}

extension SocketAddress {
  /// Whether the system can have such an address: a Unix socket's path must be short.
  var isUsable: Bool {
    if case .unix(let path) = self { path.utf8.count <= Self.longestPathBytes } else { true }
  }
}
