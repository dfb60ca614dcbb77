// SPDX-License-Identifier: Apache-2.0

internal import QuoteComposer
internal import RPCNet
internal import Synchronization

/// What links to quotes begin with: what was said, or else the first address that is listened on,
/// whose port may be known only after the services were made. Reading it takes no lock.
final class LinkBase: Sendable {
  private final class Known: Sendable {
    let url: PublicURL
    init(_ url: PublicURL) { self.url = url }
  }

  private let first: PublicURL
  private let isStated: Bool
  private let hasTLS: Bool
  private let known = AtomicLazyReference<Known>()

  /// Begins with what was said, or with the address that will be listened on.
  init(stated: PublicURL?, address: SocketAddress, hasTLS: Bool) throws(PublicURLError) {
    isStated = stated != nil
    self.hasTLS = hasTLS
    first = if let stated { stated } else { try Self.url(of: address, hasTLS: hasTLS) }
  }

  /// Takes note of the address with its real port, once.
  func note(_ address: SocketAddress) {
    guard !isStated, let url = try? Self.url(of: address, hasTLS: hasTLS) else { return }
    _ = known.storeIfNil(Known(url))
  }

  /// What links begin with.
  var url: PublicURL { known.load()?.url ?? first }

  /// An address that names every interface, or a file, has links for this machine only.
  private static func url(
    of address: SocketAddress, hasTLS: Bool
  ) throws(PublicURLError) -> PublicURL {
    try PublicURL("\(hasTLS ? "https" : "http")://\(authority(of: address))")
  }

  private static func authority(of address: SocketAddress) -> String {
    switch address {
    case .unix: "localhost"
    case .tcp(let host, let port) where ["", "0.0.0.0", "::"].contains(host): "localhost:\(port)"
    case .tcp: "\(address)"
    }
  }
}
