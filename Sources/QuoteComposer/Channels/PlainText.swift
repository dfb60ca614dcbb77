// SPDX-License-Identifier: Apache-2.0

internal import QuoteText

/// Text without markup, for whatever takes text.
///
/// It has no limit of its own, as what goes in is bounded; a caller's limit counts graphemes, which
/// is what people call characters. Nothing needs escaping.
struct PlainText: TextChannel {
  /// In graphemes; 0 = none.
  let limit: Int

  func room(for portion: Portion) -> Room {
    Room(used: Graphemes.count(portion.text), limit: limit, unit: "graphemes")
  }
}
