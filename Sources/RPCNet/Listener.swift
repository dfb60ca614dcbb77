// SPDX-License-Identifier: Apache-2.0

internal import CUV

/// A listening address whose connections are dealt to the loops of a group.
///
/// Each connection goes to the loop with the fewest open ones, so that no loop idles while another
/// is full. Close it before the group stops, or let the group's stop close it.
package final class Listener: Sendable {
  /// Where it listens, with the real port where port 0 was asked for.
  package let boundAddress: SocketAddress
  private let acceptor: LoopBound<Acceptor?>

  /// Binds and listens; `accepted` then gets each connection on the loop it belongs to, and sets
  /// its handler.
  ///
  /// `starved` is told when the system has run out of descriptors or memory for connections: they wait
  /// then, and are taken as soon as others have ended.
  ///
  /// A Unix socket gets mode 0600; a file that a dead program has left in its place is replaced.
  /// Throws what names the address and the cause, such as an address in use.
  package init(
    on address: SocketAddress, backlog: Int32, group: EventLoopGroup,
    starved: @escaping @Sendable () -> Void = {},
    accepted: @escaping @Sendable (Socket) -> Void
  ) throws(NetError) {
    let descriptor = try ListeningDescriptor(listeningOn: address, backlog: backlog)
    boundAddress = descriptor.address
    let dealer = Dealer(loops: group.handles, accepted: accepted)
    let parcel = ListeningParcel(descriptor)
    acceptor = LoopBound(on: group.handles[0]) { loop in
      guard let descriptor = parcel.take() else { return nil }
      return Acceptor(on: loop, descriptor, dealer, starved: starved)
    }
  }

  /// Stops listening; connections stay. Returns when no more are accepted.
  package func close() async {
    await withCheckedContinuation { closed in
      let isRunning = acceptor.execute { acceptor in
        acceptor?.close()
        closed.resume()
      }
      if !isRunning { closed.resume() }
    }
  }
}
