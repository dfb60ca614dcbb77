// SPDX-License-Identifier: Apache-2.0

package import QuoteCatalogue
package import RPCCore

/// What every call of a door passes before it is served: limits, and a token where reading needs
/// one. Each event loop has one of its own.
package struct CallGate {
  private let authority: Authority
  private let reader: CatalogueReader
  private let needsToken: Bool

  /// Creates the gate of a door.
  ///
  /// - Parameter needsToken: Whether reading needs a token too.
  package init(authority: Authority, reader: CatalogueReader, needsToken: Bool) {
    self.authority = authority
    self.reader = reader
    self.needsToken = needsToken
  }

  /// Puts itself before a router's methods, if there is anything for it to do.
  package func guardCalls(of router: inout Router) {
    guard authority.needsGate(needsToken: needsToken) else { return }
    router.gate = { [self] context throws(Status) in
      try authority.admitReading(context, in: reader.snapshot.tokens, needsToken: needsToken)
    }
  }
}
