// SPDX-License-Identifier: Apache-2.0

/// The two forms of every page.
package enum PageForm: Sendable, Hashable {
  /// For browsers, and for those who make previews of links.
  case html
  /// For terminals and scripts.
  case plainText

  /// What its content is, as `content-type` says it.
  var contentType: String {
    switch self {
    case .html: "text/html; charset=utf-8"
    case .plainText: "text/plain; charset=utf-8"
    }
  }

  /// The form that a client wants.
  ///
  /// Who names neither HTML nor plain text, as curl does by `*/*`, gets plain text; but who takes
  /// anything, and that compressed by gzip, gets HTML: so ask the services that show a link's Open
  /// Graph preview, most of which don't name HTML.
  package static func wanted(accept: String?, acceptEncoding: String?) -> PageForm {
    let ranges = (accept ?? "*/*").lowercased().split(separator: ",").compactMap(MediaRange.init)
    let html = MediaRange.best(for: "text/html", of: ranges)
    let text = MediaRange.best(for: "text/plain", of: ranges)
    if html.quality != text.quality { return html.quality > text.quality ? .html : .plainText }
    if html.precision != text.precision {
      return html.precision > text.precision ? .html : .plainText
    }
    guard html.precision < MediaRange.exact else { return .html }
    return acceptEncoding?.lowercased().contains("gzip") == true ? .html : .plainText
  }
}

/// One kind of content that a client takes, and how gladly (RFC 9110, section 12.5.1).
private struct MediaRange {
  /// The precision of a range that names a type in full.
  static let exact = 2

  private let name: Substring
  /// In thousandths.
  private let quality: Int

  init?(_ text: Substring) {
    let parts = text.split(separator: ";").map { $0.trimmingBlanks }
    guard let name = parts.first, name.contains("/") else { return nil }
    self.name = name
    quality = parts.dropFirst().compactMap(Self.quality).first ?? 1000
  }

  /// How gladly a type is taken, by the most precise range that it is in; -1 where it is in none.
  static func best(for type: String, of ranges: [MediaRange]) -> (quality: Int, precision: Int) {
    var best = (quality: -1, precision: -1)
    for range in ranges {
      guard let precision = range.precision(for: type), precision > best.precision else { continue }
      best = (range.quality, precision)
    }
    return best
  }

  private func precision(for type: String) -> Int? {
    if name == type { return Self.exact }
    if name.hasSuffix("/*"), type.hasPrefix(name.dropLast()) { return 1 }
    return name == "*/*" ? 0 : nil
  }

  private static func quality(_ parameter: Substring) -> Int? {
    guard parameter.hasPrefix("q=") else { return nil }
    let digits = parameter.dropFirst(2).filter { $0 != "." }
    guard let first = digits.first, first == "0" || first == "1", digits.count <= 4,
      let value = Int(digits)
    else { return nil }
    return (0..<(4 - digits.count)).reduce(value) { value, _ in value * 10 }
  }
}

extension Substring {
  /// Without blanks around it.
  fileprivate var trimmingBlanks: Substring {
    var rest = self.drop { $0 == " " || $0 == "\t" }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
