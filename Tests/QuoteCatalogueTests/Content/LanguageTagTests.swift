// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import Testing

@Suite("A language tag")
struct LanguageTagTests {
  /// Most are examples of RFC 5646, appendix A.
  @Test(
    "gets its usual case",
    arguments: [
      ("en", "en"), ("EN-gb", "en-GB"), ("zh-hans-cn", "zh-Hans-CN"),
      ("ZH-CMN-HANS-CN", "zh-cmn-Hans-CN"),
      ("sr-latn", "sr-Latn"), ("sl-ROZAJ-biske", "sl-rozaj-biske"), ("de-CH-1901", "de-CH-1901"),
      ("es-419", "es-419"), ("de-CH-X-Phonebk", "de-CH-x-phonebk"),
      ("en-US-u-islamcal", "en-US-u-islamcal"),
      ("x-whatever", "x-whatever"), ("grc", "grc"), ("la", "la"),
      ("hy-Latn-IT-arevela", "hy-Latn-IT-arevela"),
      ("en-a-bbb-x-a-ccc", "en-a-bbb-x-a-ccc"),
    ])
  func canonical(tag: String, written: String) {
    #expect(LanguageTag.canonical(tag) == written)
  }

  @Test(
    "is refused where it breaks the grammar",
    arguments: [
      "", "e", "en-", "-en", "en--GB", "en_GB", "de-419-DE", "a-DE", "en-abcdefghi", "x", "en-a",
      "en-x", "12", "engl\u{ED}sh", "en GB", "ar-a-aaa-b", String(repeating: "en-abcde", count: 9),
    ])
  func broken(tag: String) {
    #expect(LanguageTag.canonical(tag) == nil)
  }
}
