// SPDX-License-Identifier: Apache-2.0

internal import RPCHTTP1
package import RPCNet

/// Serves HTTP/1.1 at addresses of its own, on the loops of a group.
package final class HTTP1Server: Sendable {
  private let group: EventLoopGroup
  private let parts: [LoopBound<HTTP1Loop>]

  /// Creates a server that listens nowhere yet.
  package init(_ service: HTTP1Service, group: EventLoopGroup) {
    self.group = group
    parts = group.handles.map { handle in
      LoopBound(on: handle, reachable: { HTTP1Loop(on: $0, service, reach: $1) })
    }
  }

  /// Listens on an address. Keep what is returned: it knows the real port, and closes with its
  /// `close`; connections end with the group.
  package func listen(on address: SocketAddress, backlog: Int32) throws(NetError) -> Listener {
    let parts = parts
    return try Listener(on: address, backlog: backlog, group: group) { socket in
      let part = parts.lazy.compactMap { $0.value(on: socket.loop) }.first
      if let part { part.accept(socket) } else { socket.close() }
    }
  }
}

/// The connections of one loop. Used on its thread.
final class HTTP1Loop {
  /// How a task gives its loop work; false once the loop has stopped.
  typealias Reach = @Sendable (@escaping @Sendable (HTTP1Loop) -> Void) -> Bool

  let service: HTTP1Service
  private let loop: EventLoop
  private let reach: Reach
  private var connections: [UInt64: HTTP1Connection] = [:]
  private var lastNumber: UInt64 = 0

  init(on loop: EventLoop, _ service: HTTP1Service, reach: @escaping Reach) {
    self.loop = loop
    self.service = service
    self.reach = reach
  }

  /// Takes an accepted socket, unless there are too many.
  func accept(_ socket: Socket) {
    guard connections.count < service.connections else { return socket.close() }
    // Never used again, so a late answer can't reach another connection.
    lastNumber += 1
    let connection = HTTP1Connection(socket, number: lastNumber, of: self)
    connections[lastNumber] = connection
    connection.start()
  }

  /// Forgets a connection that is gone.
  func closed(_ number: UInt64) { connections[number] = nil }

  /// Has a request of a connection answered by a task; the answer comes back to it.
  func answer(_ head: HTTP1RequestHead, _ body: [UInt8], of number: UInt64) {
    let (service, reach) = (service, reach)
    Task {
      let response = await service.answer(head, body)
      _ = reach { $0.connections[number]?.send(response) }
    }
  }
}
