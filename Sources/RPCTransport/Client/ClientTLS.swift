// SPDX-License-Identifier: Apache-2.0

package import RPCTLS

/// How a channel does TLS.
package struct ClientTLS: Sendable {
  /// Whom it trusts, and who it is.
  package let context: TLSContext
  /// The name or address that the server's certificate must be good for.
  package let host: String

  /// Brings both together; the context offers what the channel speaks.
  package init(context: TLSContext, host: String) {
    self.context = context
    self.host = host
  }
}
