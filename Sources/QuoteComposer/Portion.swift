// SPDX-License-Identifier: Apache-2.0

/// What of a message goes into one posting; each text is safe to stand beside the others.
struct Portion: Hashable {
  /// The sender's own words, or a piece of them.
  var note = ""
  /// The quote in its marks, or a piece of it.
  var quotation = ""
  /// `— Creator, Source`, always whole.
  var attribution = ""
  /// Where the quote can be read, beside the attribution; empty where nobody else could go there.
  var link = ""

  /// All but the link as plain text: the note, an empty line, the quote, the attribution.
  var text: String {
    let quote = [quotation, attribution].filter { !$0.isEmpty }.joined(separator: "\n")
    return [note, quote].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The attribution without its dash, which is what a link goes on; empty where there is none.
  var linkedName: String {
    String(attribution.unicodeScalars.dropFirst(Self.dash.unicodeScalars.count))
  }

  /// What an attribution begins with.
  static let dash = "— "
}
