// SPDX-License-Identifier: Apache-2.0

/// A row of a terminal: pieces of text, each with its looks.
///
/// It has to be as wide as the terminal at most, and free of control characters: `TerminalScreen`
/// draws what it is given.
package struct TerminalLine: Hashable, Sendable {
  /// A piece of text, and how it looks.
  package struct Piece: Hashable, Sendable {
    /// The text.
    package let text: String
    /// How it looks.
    package let look: TerminalLook

    /// Creates a piece.
    package init(_ text: String, _ look: TerminalLook = []) {
      self.text = text
      self.look = look
    }
  }

  /// The pieces, from the left on.
  package var pieces: [Piece]

  /// Creates a row.
  package init(_ pieces: [Piece] = []) { self.pieces = pieces }

  /// Creates a row of one text.
  package init(_ text: String, _ look: TerminalLook = []) { pieces = [Piece(text, look)] }

  /// The text alone.
  package var text: String { pieces.map(\.text).joined() }
}

/// How text looks. No colours: every terminal has these, and they suit every background.
package struct TerminalLook: OptionSet, Hashable, Sendable {
  /// A bit for each.
  package let rawValue: Int
  /// Creates looks from their bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Set off.
  package static let bold = Self(rawValue: 1)
  /// Set back.
  package static let faint = Self(rawValue: 2)
  /// Foreground and background swapped.
  package static let reversed = Self(rawValue: 4)
}
