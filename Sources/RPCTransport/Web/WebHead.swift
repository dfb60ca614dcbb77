// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// What a request says before its body, whichever version of HTTP it came by.
struct WebHead {
  let method: String
  let path: String
  let query: String
  let fields: [WebField]

  /// Reads the target: a path with or without a query, or a whole URL.
  init(method: String, target: String, fields: [WebField]) {
    self.method = method
    self.fields = fields
    var rest = target[...]
    if !rest.hasPrefix("/"), let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...]
      rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
    }
    rest = rest.prefix { $0 != "#" }
    path = String(rest.prefix { $0 != "?" })
    query = String(rest.dropFirst(path.count + 1))
  }

  /// Whether the path can be a method's: `/package.Service/Method`.
  var namesMethod: Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, !parts[2].isEmpty else { return false }
    let service = parts[1]
    return service.contains(UInt8(ascii: ".")) && service.first != UInt8(ascii: ".")
  }

  /// Whether it asks for what doesn't change anything.
  var isReading: Bool { method == "GET" || method == "HEAD" }

  /// Whether a browser asks if it may call (CORS).
  var asksPermission: Bool {
    method == "OPTIONS" && fields["access-control-request-method"] != nil
  }

  /// Whether the client takes content that is compressed by gzip.
  var takesGzip: Bool {
    fields.contains { field in
      guard field.name == "accept-encoding" else { return false }
      return field.value.lowercased().split(separator: ",").contains { element in
        let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
        guard parts.first == "gzip" || parts.first == "*" else { return false }
        // No weight is 0 but 0, 0.0 and so on (RFC 9110, section 12.4.2).
        return !parts.dropFirst().contains { part in
          part.hasPrefix("q=0") && !part.dropFirst(3).contains { "1"..."9" ~= $0 }
        }
      }
    }
  }

  /// What handlers get of the fields: all but those that speak of the message itself. Throws where
  /// one that should be base64 isn't.
  func metadata() throws(Status) -> Metadata {
    var metadata = Metadata()
    for field in fields where !Self.ownNames.contains(field.name) {
      let (name, value) = (Array(field.name.utf8), Array(field.value.utf8))
      guard name.span.namesBinaryValue else {
        metadata.append(name: name.span, value: value.span)
        continue
      }
      guard metadata.append(name: name.span, base64: value.span) else {
        throw .malformedRequest("The value of \"\(field.name.prefix(100))\" is not base64.")
      }
    }
    return metadata
  }

  private static let ownNames: Set = [
    "host", "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te",
    "trailer", "content-type", "content-length", "content-encoding", "accept", "accept-encoding",
    "accept-language", "expect", "cookie", "connect-timeout-ms", "connect-protocol-version",
    "connect-accept-encoding", "connect-content-encoding", "grpc-timeout", "grpc-encoding",
    "grpc-accept-encoding", "if-none-match", "if-modified-since", "cache-control", "pragma",
  ]
}
