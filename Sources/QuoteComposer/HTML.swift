// SPDX-License-Identifier: Apache-2.0

/// A message as HTML.
enum HTML {
  /// The note, the quote as a block quote, and the attribution, on which the link goes.
  /// - Parameter attributes: What each paragraph has, with a space before it.
  static func paragraphs(of portion: Portion, attributes: String = "") -> [String] {
    func paragraph(_ content: String) -> String { "<p\(attributes)>\(content)</p>" }
    var output: [String] = []
    if !portion.note.isEmpty { output.append(paragraph(lines(portion.note))) }
    if !portion.quotation.isEmpty {
      output.append("<blockquote>" + paragraph(lines(portion.quotation)) + "</blockquote>")
    }
    if !portion.linkedName.isEmpty, !portion.link.isEmpty {
      let link = "<a href=\"\(escaped(portion.link))\">\(escaped(portion.linkedName))</a>"
      output.append(paragraph(Portion.dash + link))
    } else if !portion.attribution.isEmpty {
      output.append(paragraph(escaped(portion.attribution)))
    }
    return output
  }

  /// Text that is nothing but text, also in an attribute.
  static func escaped(_ text: String) -> String { escaped(text, lineFeed: "\n") }

  /// The same with a break for each line feed.
  private static func lines(_ text: String) -> String { escaped(text, lineFeed: "<br>") }

  private static func escaped(_ text: String, lineFeed: String) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): output += "&amp;".utf8
      case UInt8(ascii: "<"): output += "&lt;".utf8
      case UInt8(ascii: ">"): output += "&gt;".utf8
      case UInt8(ascii: "\""): output += "&quot;".utf8
      case UInt8(ascii: "'"): output += "&#39;".utf8
      case 0x0A: output += lineFeed.utf8
      default: output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
