// SPDX-License-Identifier: Apache-2.0

package import RPCCore

/// What one call asks for beside its request.
package struct CallOptions: Sendable {
  /// How long the caller waits; nil is for ever.
  package var timeout: Duration?
  /// What travels beside the request.
  package var metadata: Metadata
  /// Whether the call waits where the server can't be reached, instead of failing.
  package var waitsForReady = false
  /// Whether calling twice does no more than calling once: then `ClientOptions.retries` holds for it.
  package var isRepeatable = false
  /// How the requests travel; `automatic` is by `ClientOptions.compressedRequestBytes`. With `gzip`
  /// the server may compress its responses, too; one that takes no gzip answers UNIMPLEMENTED.
  package var encoding = MessageEncoding.automatic
  /// Who is told what comes beside the responses; nobody by default.
  package var record: ReplyRecord?

  /// Creates options.
  package init(timeout: Duration?, metadata: Metadata = Metadata()) {
    self.timeout = timeout
    self.metadata = metadata
  }

  /// Whether messages may be compressed by gzip, so that the headers say so.
  func announcesGzip(_ options: ClientOptions) -> Bool {
    encoding == .gzip || options.compressedRequestBytes != nil
  }
}
