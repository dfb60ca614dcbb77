// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteSystem

/// The folder that holds the catalogue.
enum DataDirectory {
  /// Opens the catalogue of a folder; a new one begins with the starter catalogue, and with a
  /// calendar in UTC whose order is its own.
  static func open(_ path: String) throws(Failure) -> Catalogue {
    do throws(CatalogueError) {
      let catalogue = try Catalogue(
        directory: path,
        founding: { () throws(CatalogueError) in
          try Founding.starter(timeZone: "UTC", seed: .random(in: .min ... .max))
        }, clock: { now() })
      if catalogue.isNew {
        // Said aloud, since a mistyped path makes a new catalogue as well.
        Log()(.info, "founded", ["data": path, "quotes": "\(catalogue.snapshots.latest.count)"])
      }
      return catalogue
    } catch {
      throw Failure(error)
    }
  }

  /// The time in UTC.
  static func now() -> Timestamp {
    let (seconds, nanoseconds) = Host.wallClock()
    return Timestamp(seconds: seconds, nanoseconds: nanoseconds)
  }
}
