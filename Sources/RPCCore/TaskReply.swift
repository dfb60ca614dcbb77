// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What the handler of a call says beside its responses, where it runs as a task: an inline handler
/// changes its `CallContext` instead.
///
/// gRPC over HTTP/2 carries it; the delimited protocol and calls within the process drop it. Clients
/// take some 8 KiB of headers, names and encoded values together, and refuse a reply with more.
package final class TaskReply: Sendable {
  private struct State {
    var initialMetadata = Metadata()
    var trailingMetadata = Metadata()
    var encoding = MessageEncoding.automatic
    var takesGzip = false
  }

  private let state = Mutex(State())

  /// Creates a reply that says nothing.
  package init() {}

  /// Sent before the first response, or with a status that comes without one. What is set after the
  /// first response is too late, and dropped.
  package var initialMetadata: Metadata {
    get { state.withLock { $0.initialMetadata } }
    set { state.withLock { $0.initialMetadata = newValue } }
  }

  /// Sent with the status, whether the call succeeds or fails.
  package var trailingMetadata: Metadata {
    get { state.withLock { $0.trailingMetadata } }
    set { state.withLock { $0.trailingMetadata = newValue } }
  }

  /// How the responses travel that are sent from here on, one after the other.
  ///
  /// The headers before the first response announce compression: who changes this later finds its
  /// responses compressed only if that one had something else than `automatic` too, or the client
  /// compresses its requests. Compressing is done by the task.
  package var encoding: MessageEncoding {
    get { state.withLock { $0.encoding } }
    set { state.withLock { $0.encoding = newValue } }
  }

  /// Whether the client takes messages that are compressed by gzip; the transport says so before
  /// the handler begins.
  package var takesGzip: Bool {
    get { state.withLock { $0.takesGzip } }
    set { state.withLock { $0.takesGzip = newValue } }
  }
}
