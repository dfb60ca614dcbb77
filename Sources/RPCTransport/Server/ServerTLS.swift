// SPDX-License-Identifier: Apache-2.0

package import RPCTLS
internal import Synchronization

/// What a server's new connections do TLS by; it can be replaced while the server runs, and those
/// that are open keep what they began with.
package final class ServerTLS: Sendable {
  private let context: Mutex<TLSContext>

  /// Begins with a context.
  package init(_ context: TLSContext) { self.context = Mutex(context) }

  /// What the next connection does TLS by.
  package var current: TLSContext { context.withLock { $0 } }

  /// Uses another context for connections from now on.
  package func replace(by newer: TLSContext) { context.withLock { $0 = newer } }
}
