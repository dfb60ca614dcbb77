// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest
package import QuoteModel

/// Who changes the catalogue, and the request that asks for it where a repeat is to be recognised.
package struct Editor: Sendable, Hashable {
  /// The id of a token, or `local`: what audit lines name.
  package let name: String
  /// What they may do. That it suffices is seen to before the catalogue is asked.
  package let role: Role
  /// The request, where the caller named it.
  package let request: RepeatableRequest?

  /// Declares an editor.
  package init(name: String, role: Role, request: RepeatableRequest?) {
    self.name = name
    self.role = role
    self.request = request
  }

  /// Who works on this machine, on the data directory itself or through its own socket.
  package static let local = Editor(name: "local", role: .admin, request: nil)
}

/// A request that the caller gave a name, so that a repeat of it is answered and not carried out.
package struct RepeatableRequest: Sendable, Hashable {
  /// The name: `request_id`.
  package let id: String
  /// The path of the method that it asks for.
  package let method: String
  /// The SHA-256 of the request's bytes.
  package let digest: [UInt8]

  /// Declares a request.
  package init(id: String, method: String, digest: [UInt8]) {
    self.id = id
    self.method = method
    self.digest = digest
  }

  /// Declares a request by all of its bytes.
  package init(id: String, method: String, requestBytes: [UInt8]) {
    self.init(id: id, method: method, digest: SHA256.digest(of: [requestBytes]))
  }
}
