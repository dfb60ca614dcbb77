// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// The origins whose pages may call the server from a browser (the CORS protocol of the Fetch
/// standard), beside its own.
package struct WebOrigins: Sendable, Equatable {
  private let names: Set<String>
  private let takesAll: Bool

  /// Allows these origins, such as `https://quotes.example.org`; `*` stands for all.
  package init(_ names: [String]) {
    self.names = Set(names)
    takesAll = names.contains("*")
  }

  /// Whether a text is what `init` takes: `*`, or a scheme and an authority without a path, as
  /// browsers write it.
  package static func isOrigin(_ text: String) -> Bool {
    if text == "*" || text == "null" { return true }
    guard let scheme = text.firstRange(of: "://"), !text[..<scheme.lowerBound].isEmpty else {
      return false
    }
    let authority = text[scheme.upperBound...]
    return !authority.isEmpty && text == text.lowercased()
      && authority.utf8.allSatisfy { byte in
        byte > 0x20 && byte < 0x7F && !"/?#,@*".utf8.contains(byte)
      }
  }

  private func allows(_ origin: String) -> Bool { takesAll || names.contains(origin) }

  /// What every answer says to a request's origin.
  func fields(for request: WebHead) -> [WebField] {
    guard takesAll || !names.isEmpty else { return [] }
    var fields = takesAll ? [] : [WebField("vary", "origin")]
    guard let origin = request.fields["origin"], allows(origin) else { return fields }
    fields.append(WebField("access-control-allow-origin", takesAll ? "*" : origin))
    fields.append(
      WebField(
        "access-control-expose-headers",
        "*, grpc-status, grpc-message, grpc-status-details-bin, etag, retry-after"))
    return fields
  }

  /// What the answer to a browser's question says that comes before a call: that it may send what
  /// it means to send.
  func permission(for request: WebHead) -> [WebField] {
    guard let origin = request.fields["origin"], allows(origin) else { return [] }
    var fields = [
      WebField("access-control-allow-methods", "GET, HEAD, POST"),
      WebField("access-control-max-age", "7200"),
    ]
    if let headers = request.fields["access-control-request-headers"] {
      fields.append(WebField("access-control-allow-headers", headers))
    }
    return fields
  }
}
