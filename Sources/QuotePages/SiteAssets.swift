// SPDX-License-Identifier: Apache-2.0

internal import QuoteAssets
internal import QuoteDigest
internal import RPCCore

/// The files beside the pages, at addresses that name their content, so that they are fetched once.
struct SiteAssets: Sendable {
  /// Where they are, seen from the first page, with a slash at its end.
  let folder: String
  /// The dialogue in which messages are composed: part of every page, and hidden.
  let composeDialog: HTML

  private let files: [String: [UInt8]]
  private let version: String

  /// The files that are built into the program.
  init() {
    let files = WebAssets.files
    let digest = SHA256.digest(of: files.map(\.bytes))
    version = digest.prefix(8).hexadecimal
    folder = "assets/\(version)/"
    composeDialog = HTML(
      ofProgram: files.filter { $0.name == "compose.html" }
        .map { String(decoding: $0.bytes, as: UTF8.self) }.joined())
    self.files = Dictionary(
      files.filter { !$0.name.hasSuffix(".html") }.map { ($0.name, $0.bytes) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The file of a path such as `/assets/VERSION/style.css`; nil where there is none.
  ///
  /// A page that was kept by someone may ask for an older version: it gets today's files, not for
  /// ever.
  func response(to request: WebRequest) -> WebResponse? {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].isEmpty, parts[1] == "assets",
      let body = files[String(parts[3])]
    else { return nil }
    return WebResponse(
      200, contentType: Self.contentType(of: parts[3]),
      parts[2] == version ? .forever : .whileUnchanged, body: body, varies: false,
      to: request)
  }

  private static func contentType(of name: Substring) -> String {
    switch name.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "application/octet-stream"
    }
  }
}

extension Sequence<UInt8> {
  /// Two digits of base 16 for each byte.
  fileprivate var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
