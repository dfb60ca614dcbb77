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
  /// Whether the one request of the call was compressed on its way.
  package var requestWasCompressed = false
  /// What the handler says beside its responses, where it runs as a task; nil where it is inline.
  package var taskReply: TaskReply?

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
    requestWasCompressed = false
    if taskReply != nil { taskReply = nil }
  }

  /// What a handler that runs as a task says beside its responses. An inline handler has none: it
  /// changes `initialMetadata` and `trailingMetadata` themselves.
  package var reply: TaskReply {
    guard let taskReply else {
      preconditionFailure("Only a handler that runs as a task has a reply of its own.")
    }
    return taskReply
  }
}
