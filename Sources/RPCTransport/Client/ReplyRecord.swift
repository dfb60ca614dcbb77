// SPDX-License-Identifier: Apache-2.0

package import RPCCore
internal import Synchronization

/// What a server sends beside the responses of a call: pass a new one in `CallOptions.record`, and
/// read it when the call has ended, or from its first response on. Only gRPC carries any of it.
package final class ReplyRecord: Sendable {
  private struct State {
    var initialMetadata = Metadata()
    var trailingMetadata = Metadata()
    var wasCompressed = false
  }

  private let state = Mutex(State())

  /// Creates an empty record.
  package init() {}

  /// What came before the first response; empty until then.
  package var initialMetadata: Metadata { state.withLock { $0.initialMetadata } }

  /// What came with the status; empty until the call has ended.
  package var trailingMetadata: Metadata { state.withLock { $0.trailingMetadata } }

  /// Whether the response that was read last was compressed on its way.
  package var wasCompressed: Bool { state.withLock { $0.wasCompressed } }

  func began(with metadata: Metadata) { state.withLock { $0.initialMetadata = metadata } }

  func ended(with metadata: Metadata) { state.withLock { $0.trailingMetadata = metadata } }

  func read(compressed: Bool) { state.withLock { $0.wasCompressed = compressed } }
}
