// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
package import RPCNet

extension SocketAddress {
  /// Whether what is sent there stays on this machine: a Unix socket, a numeric loopback address, or
  /// `localhost`. An empty host does not: it listens on every interface.
  package var isLoopback: Bool {
    switch self {
    case .unix: true
    case .tcp(let host, _): host.lowercased() == "localhost" || IPAddress(host)?.isLoopback == true
    }
  }
}
