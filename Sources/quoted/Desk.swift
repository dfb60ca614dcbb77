// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteCommandLine
internal import QuoteServices
internal import QuoteSystem
internal import QuoteWire
internal import RPCCore
internal import RPCNet
internal import RPCTransport

/// Where the calls of a command go: through `admin.sock` to the server that has the data directory,
/// or else to the same services over the catalogue, which this process has then itself.
///
/// The directory's lock tells which: a socket that a server has left behind is no obstacle. `close`
/// ends it.
struct Desk {
  private enum Way {
    /// To the process that has the directory, which the lock names.
    case served(ClientChannel, by: Int32?)
    case own(Router, Catalogue)
  }

  /// The data directory, as it was given.
  let directory: String
  private let way: Way

  /// Whether a server has the directory.
  var isServed: Bool {
    if case .served = way { true } else { false }
  }

  /// Finds out who has a data directory.
  ///
  /// - Parameters:
  ///   - mayFound: Whether a directory without a catalogue gets one, with the starter quotes.
  ///   - asCopy: Whether it then begins empty instead, to become a copy of another.
  init(_ directory: String, mayFound: Bool, asCopy: Bool = false) throws(Failure) {
    self.directory = directory
    guard mayFound || File.isRegular(directory + "/catalogue.sqlite") else {
      throw Failure(
        "there is no catalogue in \(directory): quoted serve and quoted import make one", .noInput)
    }
    let catalogue: Catalogue
    do throws(CatalogueError) {
      catalogue = try DataDirectory.catalogue(in: directory, asCopy: asCopy)
    } catch {
      guard case .system(let cause) = error, case .heldBy(let process) = cause.reason else {
        throw Failure(error)
      }
      way = .served(try Self.channel(directory), by: process)
      return
    }
    way = .own(try Self.router(catalogue), catalogue)
  }

  /// Calls a method and waits for its response, however long it takes.
  func call<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request
  ) async throws(Failure) -> Method.Response {
    do throws(Status) {
      switch way {
      case .served(let channel, _):
        return try await channel.call(method, request, options: CallOptions(timeout: nil))
      case .own(let router, _): return try await router.call(method, request)
      }
    } catch {
      throw failure(error)
    }
  }

  /// Calls a method and hands each of its responses on, one after the other.
  func stream<Method: RPCMethod>(
    _ method: Method.Type, _ request: Method.Request,
    _ take: @escaping @Sendable (Method.Response) async throws(Status) -> Void
  ) async throws(Failure) {
    do throws(Status) {
      switch way {
      case .served(let channel, _):
        var responses = channel.stream(
          method, request, options: CallOptions(timeout: nil)
        ).makeAsyncIterator()
        while let response = try await responses.next() { try await take(response) }
      case .own(let router, _): try await router.stream(method, request, take)
      }
    } catch {
      throw failure(error)
    }
  }

  /// Ends the connection, or closes the catalogue where this process has it itself.
  func close() async {
    switch way {
    case .served(let channel, _): await channel.close()
    case .own(_, let catalogue): await catalogue.close()
    }
  }

  private static func channel(_ directory: String) throws(Failure) -> ClientChannel {
    do throws(Status) {
      return try ClientChannel(
        to: DataDirectory.adminSocket(of: directory), over: .grpc,
        options: ClientOptions { StatusDetails.decode($0.span)?.details ?? [] })
    } catch {
      throw Failure(error.message, .systemError)
    }
  }

  private static func router(_ catalogue: Catalogue) throws(Failure) -> Router {
    let services = try DoorServices(
      catalogue, zones: ZoneSource(try Serve.loadZones(Log())), rules: .usual,
      health: HealthBoard(), shutdown: ShutdownNotice())
    var router = Router()
    services.register(on: &router, behind: .local, reading: nil)
    return router
  }

  private func failure(_ status: Status) -> Failure {
    guard case .served(_, let process) = way, status.code == .unavailable else {
      return Failure(status)
    }
    let who = process.map { "process \($0)" } ?? "another process"
    return Failure(
      "\(directory) is in use by \(who), which can't be asked: \(status.message)",
      .temporaryFailure)
  }
}
