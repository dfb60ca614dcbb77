// SPDX-License-Identifier: Apache-2.0

/// A text message (3GPP TS 23.038 and 23.040).
///
/// One message takes 160 septets of the GSM 7-bit default alphabet or, where a character is not in
/// it, 70 units of UCS-2; one of several parts 153 or 67, as its header takes the rest. Typographic
/// quotation marks, dashes and blanks give way to plain ones where GSM-7 then holds the whole text,
/// since it takes more than twice as much. A caller's limit counts in the same unit. Pieces end
/// between graphemes, so that no part ends within an escape pair or a surrogate pair.
struct SMS: TextChannel {
  /// What counts, and how much of it there is.
  private enum Alphabet {
    /// GSM-7 where it holds the text, else UCS-2.
    case best
    /// The one that all parts of a message share.
    case gsm7
    case ucs2
  }

  private let septets: Int
  private let units: Int
  private let alphabet: Alphabet

  /// - Parameter limit: In septets or in UTF-16 units; 0 = one message.
  init(limit: Int) {
    self.init(septets: limit > 0 ? limit : 160, units: limit > 0 ? limit : 70, .best)
  }

  private init(septets: Int, units: Int, _ alphabet: Alphabet) {
    self.septets = septets
    self.units = units
    self.alphabet = alphabet
  }

  func room(for portion: Portion) -> Room {
    let text = text(of: portion)
    if alphabet != .ucs2, let used = GSM7.septets(text) {
      return Room(used: used, limit: septets, unit: "septets")
    }
    return Room(used: text.utf16.count, limit: units, unit: "UTF-16")
  }

  func text(of portion: Portion) -> String {
    let text = portion.text
    return alphabet == .ucs2 ? text : GSM7.typed(text) ?? text
  }

  /// A header of 6 octets takes 7 septets or 3 units.
  func forParts(of whole: Portion) -> SMS {
    SMS(
      septets: max(1, septets - 7), units: max(1, units - 3),
      GSM7.typed(whole.text) == nil ? .ucs2 : .gsm7)
  }
}
