// SPDX-License-Identifier: Apache-2.0

/// What a handler may know of the call it serves, beside the request.
package struct CallContext: Sendable {
  /// Who calls; the same for all calls of a connection.
  package let peer: Peer
  /// When the caller stops waiting.
  package var deadline: Deadline
  /// What the caller sent beside the request.
  package var metadata: Metadata
  /// Sent before the response.
  package var initialMetadata = Metadata()
  /// Sent with the status.
  package var trailingMetadata = Metadata()

  /// Creates the context of a call.
  package init(peer: Peer, deadline: Deadline = .never, metadata: Metadata = Metadata()) {
    self.peer = peer
    self.deadline = deadline
    self.metadata = metadata
  }

  /// Forgets everything but the peer and the memory, so that the same context can serve another
  /// call.
  package mutating func reset() {
    deadline = .never
    if !metadata.isEmpty { metadata.removeAll() }
    if !initialMetadata.isEmpty { initialMetadata.removeAll() }
    if !trailingMetadata.isEmpty { trailingMetadata.removeAll() }
  }
}
