// SPDX-License-Identifier: Apache-2.0

internal import QuoteText
internal import Testing

@Suite("Transliteration")
struct TransliterationTests {
  @Test(
    "writes in ASCII what there is a spelling for",
    arguments: [
      ("plain\ntext ~", "", "plain\ntext ~"),
      ("Café, naïve, Ångström", "", "Cafe, naive, Angstrom"),
      ("Größe Übel", "de-AT", "Groesse Uebel"), ("Größe", "sv", "Grosse"),
      ("œuvre Łódź", "", "oeuvre Lodz"),
      ("“a” – ‘b’…", "en", "\"a\" - 'b'..."), ("«\u{A0}x\u{202F}»", "fr", "\" x \""),
      ("Достоевский", "ru", "Dostoevskiy"), ("Σωκράτης", "el", "Sokratis"),
      ("½ ﬁ ² ™", "", "1/2 fi 2 TM"),
      ("孔子", "zh", "??"), ("👨‍👩‍👧 x", "", "? x"), ("e\u{301}\u{302}", "", "e"),
      ("\u{2067}a\u{2069}", "", "a"),
      ("Việt", "vi", "Viet"),
    ])
  func ascii(text: String, language: String, expected: String) {
    #expect(Transliteration.ascii(text, language: language) == expected)
  }
}
