// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Synchronization

/// How many connections a server has, in all and from each address; all loops share it.
final class ConnectionCensus: Sendable {
  /// Whether one more connection is taken.
  enum Admission: Equatable {
    case admitted, tooMany, tooManyFromAddress
  }

  private struct State {
    var total = 0
    var perAddress: [String: Int] = [:]
  }

  private let state = Mutex(State())
  private let limits: Limits

  /// Creates a census without connections.
  init(limits: Limits) {
    self.limits = limits
  }

  /// Counts a connection in, if there is room for it.
  func admit(_ peer: Peer) -> Admission {
    let address = Self.address(of: peer)
    return state.withLock { state in
      guard state.total < limits.connections else { return .tooMany }
      if let address {
        let count = state.perAddress[address, default: 0]
        guard count < limits.connectionsPerAddress else { return .tooManyFromAddress }
        state.perAddress[address] = count + 1
      }
      state.total += 1
      return .admitted
    }
  }

  /// Counts an admitted connection out.
  func leave(_ peer: Peer) {
    let address = Self.address(of: peer)
    state.withLock { state in
      state.total -= 1
      guard let address, let count = state.perAddress[address] else { return }
      state.perAddress[address] = count > 1 ? count - 1 : nil
    }
  }

  /// What connections are counted by; nil for a Unix socket.
  private static func address(of peer: Peer) -> String? {
    peer.isUnixSocket ? nil : peer.address
  }
}
