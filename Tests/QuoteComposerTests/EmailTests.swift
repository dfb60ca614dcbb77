// SPDX-License-Identifier: Apache-2.0

internal import QuoteComposer
internal import QuoteModel
internal import Testing

@Suite("An email")
struct EmailTests {
  private let quote = Samples.quote(
    "Ask & wonder.", creator: "Zoë", language: "en", id: "abcdefghijklmnop")

  @Test("has a subject, a plain part and an HTML part")
  func parts() throws {
    let message = try Samples.compose(quote, to: .email, note: "Hi <b>")
    #expect(message.subject == "“Ask & wonder.” — Zoë")
    #expect(
      message.mime
        == """
        Subject: =?utf-8?Q?=E2=80=9CAsk_=26_wonder=2E=E2=80=9D_=E2=80=94_Zo=C3=AB?=
        MIME-Version: 1.0
        Content-Type: multipart/alternative; boundary="=_quote"

        --=_quote
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        Hi <b>

        =E2=80=9CAsk & wonder.=E2=80=9D
        =E2=80=94 Zo=C3=AB
        https://quotes.example/q/abcdefghijklmnop

        --=_quote
        Content-Type: text/html; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        <!DOCTYPE html>
        <html lang=3D"en">
        <head><meta charset=3D"utf-8"><title>=E2=80=9CAsk &amp; wonder.=E2=80=9D =
        =E2=80=94 Zo=C3=AB</title></head>
        <body>
        <p dir=3D"auto">Hi &lt;b&gt;</p>
        <blockquote><p dir=3D"auto">=E2=80=9CAsk &amp; wonder.=E2=80=9D</p></blockq=
        uote>
        <p dir=3D"auto">=E2=80=94 <a href=3D"https://quotes.example/q/abcdefghijklm=
        nop">Zo=C3=AB</a></p>
        </body>
        </html>

        --=_quote--

        """.replacing("\n", with: "\r\n"))
    #expect(
      message.length
        == MessageLength(used: Int32(message.mime.utf8.count), limit: 0, unit: "bytes"))
    #expect(message.payloadJSON.isEmpty)
  }

  @Test("is ASCII in short lines, with three headers", arguments: Samples.hostile + Samples.harmful)
  func lines(text: String) throws {
    let quote = Samples.quote(
      text, creator: String(text.prefix(60)), source: text, language: "x\"><script>", id: "abc")
    let message = try Samples.compose(quote, to: .email, note: text)
    #expect(!message.subject.contains { $0.isNewline })
    let lines = message.mime.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.utf8.count <= 76 })
    #expect(message.mime.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0D || $0 == 0x0A })
    #expect(!lines.joined().contains { $0.isNewline })
    let header = lines.prefix { !$0.isEmpty }
    #expect(header.filter { !$0.hasPrefix(" ") }.count == 3)
    #expect(lines.filter { $0.hasPrefix("--=_quote") }.count == 3)
    #expect(!lines.contains { $0.hasPrefix(".") || $0.hasPrefix("From ") })
  }

  @Test("keeps a plain subject as it is")
  func plainSubject() throws {
    let message = try Samples.compose(Samples.quote("\"Be.\"", creator: ""), to: .email)
    #expect(message.mime.hasPrefix("Subject: \"Be.\"\r\n"))
  }

  @Test("is cut to a limit in bytes of all of it")
  func truncates() throws {
    let text = String(repeating: "Wisdom begins in wonder. ", count: 100)
    let message = try Samples.compose(Samples.quote(text), to: .email, limit: 1_500)
    #expect(message.truncated)
    #expect((1_400...1_500).contains(message.mime.utf8.count))
  }
}
