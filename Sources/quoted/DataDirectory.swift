// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteSystem
internal import RPCNet

/// The folder that holds the catalogue.
enum DataDirectory {
  /// Opens the catalogue of a folder; a new one begins with the starter catalogue, and with a
  /// calendar in UTC whose order is its own.
  static func open(_ path: String) throws(Failure) -> Catalogue {
    do throws(CatalogueError) { return try catalogue(in: path) } catch { throw Failure(error) }
  }

  /// The same by another clock than the machine's.
  static func open(
    _ path: String, clock: @escaping @Sendable () -> Timestamp, log: Log
  ) throws(Failure) -> Catalogue {
    do throws(CatalogueError) {
      return try catalogue(in: path, clock: clock, log: log)
    } catch {
      throw Failure(error)
    }
  }

  /// The same, for who wants to know why it can't be opened.
  ///
  /// - Parameter asCopy: Whether a new one is to become a copy of another, and so begins empty.
  static func catalogue(in path: String, asCopy: Bool = false) throws(CatalogueError) -> Catalogue {
    try catalogue(in: path, asCopy: asCopy, clock: { now() })
  }

  private static func catalogue(
    in path: String, asCopy: Bool = false, clock: @escaping @Sendable () -> Timestamp,
    log: Log = Log()
  ) throws(CatalogueError) -> Catalogue {
    let catalogue = try Catalogue(
      directory: path,
      founding: { () throws(CatalogueError) in
        let seed = UInt64.random(in: .min ... .max)
        return asCopy
          ? Founding(quotes: [], timeZone: "UTC", seed: seed)
          : try Founding.starter(timeZone: "UTC", seed: seed)
      }, clock: clock)
    if catalogue.isNew {
      // Said aloud, since a mistyped path makes a new catalogue as well.
      log(.info, "founded", ["data": path, "quotes": "\(catalogue.snapshots.latest.count)"])
    }
    return catalogue
  }

  /// Where the commands of `quoted` reach the server of a data directory.
  static func adminSocket(of path: String) -> SocketAddress { .unix(path: path + "/admin.sock") }

  /// The time in UTC.
  static func now() -> Timestamp {
    let (seconds, nanoseconds) = Host.wallClock()
    return Timestamp(seconds: seconds, nanoseconds: nanoseconds)
  }
}
