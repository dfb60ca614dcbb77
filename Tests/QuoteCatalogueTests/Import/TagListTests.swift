// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import Testing

@Suite("Tags in one text")
struct TagListTests {
  @Test(
    "are parted by the first separator that is there",
    arguments: [
      ("", []), ("a", ["a"]), ("a;b", ["a", "b"]), ("a|b", ["a", "b"]), ("a, b", ["a", " b"]),
      ("a;b|c,d", ["a", "b|c,d"]), (";a;;b;", ["a", "b"]), ("a\\;b", ["a;b"]), ("a\\b", ["a\\b"]),
      ("a\\", ["a\\"]), ("a\\|b;c", ["a|b", "c"]),
    ])
  func parted(text: String, tags: [String]) { #expect(TagList.tags(in: text) == tags) }

  @Test(
    "come back whatever they hold",
    arguments: [
      ["a"], ["a", "b"], ["a;b|c,d", "e\\"], ["\\;", "\\\\", ";"], [",", "|"], ["a,b"],
    ])
  func roundTrip(tags: [String]) { #expect(TagList.tags(in: TagList.text(of: tags)) == tags) }
}
