// SPDX-License-Identifier: Apache-2.0

package import RPCCore
package import RPCJSON

/// What a server is to people and their programs over HTTP: the methods of its router by Connect and
/// gRPC-Web, and pages.
package struct WebService: Sendable {
  /// What JSON of the methods' messages is read and written by.
  package var schema: ProtoSchema
  /// Whose pages may call from a browser.
  package var origins: WebOrigins
  /// What answers requests for pages that come by a door; nil where there are none.
  package var pages: @Sendable (Door) -> WebResponder?
  /// How long an answer may be kept that was asked for by GET: by the method, and the encoded
  /// request and response.
  package var caching: @Sendable (MethodPath, [UInt8], [UInt8]) -> WebCaching
  /// Seconds since 1970, for `date`.
  package var wallClock: @Sendable () -> Int64

  /// Brings it together.
  package init(
    schema: ProtoSchema, origins: WebOrigins, pages: @escaping @Sendable (Door) -> WebResponder?,
    caching: @escaping @Sendable (MethodPath, [UInt8], [UInt8]) -> WebCaching,
    wallClock: @escaping @Sendable () -> Int64
  ) {
    self.schema = schema
    self.origins = origins
    self.pages = pages
    self.caching = caching
    self.wallClock = wallClock
  }
}

/// The web service as it is behind one door.
package struct WebDoor {
  let service: WebService
  let pages: WebResponder?

  /// Finds what there is behind a door.
  package init(_ service: WebService, _ door: Door) {
    self.service = service
    pages = service.pages(door)
  }
}
