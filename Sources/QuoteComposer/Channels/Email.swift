// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// An email: a subject, and a MIME message of plain text and HTML (RFC 5322, 2045, 2046).
///
/// It has no limit of its own; a caller's counts the bytes of the whole message, as servers do. All
/// of it is ASCII in lines of at most 76 characters: the texts in quoted-printable, the subject in
/// encoded words. The subject is one line without control characters, so no header can be added.
struct Email: TextChannel {
  /// In bytes; 0 = none.
  let limit: Int
  let subject: String
  /// Of the quote, BCP 47; may be empty.
  let language: String

  func room(for portion: Portion) -> Room {
    Room(used: mime(of: portion).utf8.count, limit: limit, unit: "bytes")
  }

  func text(of portion: Portion) -> String {
    [portion.text, portion.link].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  func complete(_ message: inout Message, with portion: Portion) {
    message.subject = subject
    message.mime = mime(of: portion)
  }

  /// Quoted-printable has no `=_`, so the boundary can't stand in a part.
  private static let boundary = "=_quote"

  private func mime(of portion: Portion) -> String {
    let header = [
      "Subject: " + EncodedWords.header(subject, after: "Subject: ".utf8.count),
      "MIME-Version: 1.0",
      "Content-Type: multipart/alternative; boundary=\"\(Self.boundary)\"",
      "", "",
    ]
    let plain = part("text/plain", text(of: portion) + "\n")
    let html = part("text/html", document(of: portion))
    return header.joined(separator: "\r\n") + plain + html + "--\(Self.boundary)--\r\n"
  }

  private func part(_ type: String, _ text: String) -> String {
    let header = [
      "--\(Self.boundary)", "Content-Type: \(type); charset=utf-8",
      "Content-Transfer-Encoding: quoted-printable", "", "",
    ]
    return header.joined(separator: "\r\n") + QuotedPrintable.encoded(text) + "\r\n"
  }

  /// The page, in which each paragraph finds its own direction.
  private func document(of portion: Portion) -> String {
    let language = language.isEmpty ? "" : " lang=\"\(HTML.escaped(language))\""
    let lines =
      [
        "<!DOCTYPE html>", "<html\(language)>",
        "<head><meta charset=\"utf-8\"><title>\(HTML.escaped(subject))</title></head>", "<body>",
      ] + HTML.paragraphs(of: portion, attributes: " dir=\"auto\"") + ["</body>", "</html>", ""]
    return lines.joined(separator: "\n")
  }
}
