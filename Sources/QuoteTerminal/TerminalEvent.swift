// SPDX-License-Identifier: Apache-2.0

/// What can happen while a program draws on a terminal.
package enum TerminalEvent: Hashable, Sendable {
  /// A person has pressed a key.
  case key(TerminalKey)
  /// The terminal has another size than before, or is to be drawn anew.
  case resized
  /// The program itself has called.
  case woken
  /// The process was sent this signal, or its terminal has gone: it has to end.
  case ended(signal: Int32)
}

/// A key, by what it means.
package enum TerminalKey: Hashable, Sendable {
  /// A character as it was typed, composed characters scalar by scalar.
  case character(Unicode.Scalar)
  /// The arrows.
  case up, down, left, right
  /// A page's height up and down.
  case pageUp, pageDown
  /// The beginning and the end.
  case home, end
  /// What a line ends with.
  case enter
  /// Tab, and tab with the shift key.
  case tab, backTab
  /// What erases the character before, and the one behind.
  case backspace, delete
  /// What gets out of something.
  case escape
  /// A key that means nothing here.
  case other
}
