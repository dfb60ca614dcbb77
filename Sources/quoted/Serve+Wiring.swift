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
  /// Every loop gets a router and a service of its own.
  static func configuration(
    _ catalogue: Catalogue, _ zones: ZoneDirectory, _ links: LinkBase, _ log: Log
  ) -> ServerConfiguration {
    let connections = ConnectionLog(log)
    return ServerConfiguration(
      limits: Limits(),
      makeRouter: { loop, _ in
        let service = QuoteService(
          reader: CatalogueReader(catalogue.snapshots), zones: zones,
          publicURL: { links.url },
          clock: {
            // Once a turn is often enough for a day's end, and the clock costs as much as a look-up.
            let (seconds, microseconds) = loop.wallClock
            return Timestamp(seconds: seconds, nanoseconds: microseconds * 1000)
          })
        var router = Router()
        service.register(on: &router)
        return router
      },
      encodeStatusDetails: { StatusDetails.encode($0.withReason) },
      report: { connections($0) })
  }

  static func addresses(of invocation: Invocation) throws(UsageError) -> [SocketAddress] {
    var addresses: [SocketAddress] = []
    for text in invocation.texts(listen) {
      do throws(NetError) {
        addresses.append(try SocketAddress(text))
      } catch {
        throw invocation.usageError("--listen: \(error)")
      }
    }
    return addresses
  }

  static func links(
    of invocation: Invocation, _ address: SocketAddress
  ) throws(UsageError) -> LinkBase {
    do throws(PublicURLError) {
      let stated = try invocation.text(publicURL).map { text throws(PublicURLError) in
        try PublicURL(text)
      }
      return try LinkBase(stated: stated, address: address)
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

  static func listen(_ server: Server, on address: SocketAddress) throws(Failure) -> Listener {
    do throws(NetError) {
      return try server.listen(on: address, backlog: 1024, door: .reading)
    } catch {
      throw Failure(error.description, .unavailable)
    }
  }
}
