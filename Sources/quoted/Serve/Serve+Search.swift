// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteSystem
internal import RPCNet

/// Full-text search beside the loops.
extension Serve {
  /// Begins to make or to check the search index; searches take half of the processors at most, so
  /// that other calls have the rest.
  static func startSearch(_ catalogue: Catalogue, _ log: Log) throws(Failure) -> QuoteSearch {
    do throws(SystemError) {
      return try QuoteSearch(
        directory: catalogue.directory, snapshots: catalogue.snapshots,
        threads: min(max(1, EventLoopGroup.processorCount / 2), mostSearchThreads)
      ) { report in
        switch report {
        case .making(let quotes): log(.info, "indexing", ["quotes": "\(quotes)"])
        case .ready(let quotes, let revision):
          log(.info, "indexed", ["quotes": "\(quotes)", "revision": "\(revision)"])
        case .erased: log(.info, "erased", [:])
        case .failed(let reason): log(.error, "search index failed", ["reason": reason])
        }
      }
    } catch {
      throw Failure(error.description, .systemError)
    }
  }

  private static let mostSearchThreads = 4
}
