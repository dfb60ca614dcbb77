// SPDX-License-Identifier: Apache-2.0

/// Why a text is no JSON value that is taken, and where in it.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Why.
  package enum Reason: Equatable, Sendable {
    /// It breaks the grammar; how jansson words it.
    case syntax(String)
    /// It is not UTF-8.
    case encoding
    /// It ends too early.
    case incomplete
    /// Something follows the value.
    case surplus
    /// An object has a name twice; which one jansson tells.
    case duplicateName(String)
    /// A name holds U+0000.
    case nulInName
    /// A number is beyond 64 bits or beyond what a double holds.
    case numberTooLarge
    /// It is nested deeper than is taken.
    case tooDeep(limit: Int)
    /// It takes more bytes than are taken.
    case tooLarge(limit: Int)
    /// There is no memory.
    case noMemory
  }

  /// Why.
  package let reason: Reason
  /// The line, where the text's first one is 1.
  package let line: Int
  /// The column in characters, from 1 on; 0 = the line as a whole.
  package let column: Int

  /// Creates an error.
  package init(_ reason: Reason, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }

  /// The same error in a text that begins so many lines further down.
  func moved(by lines: Int) -> JSONError {
    JSONError(reason, line: line + lines, column: column)
  }

  /// What is wrong, as a sentence; without the place.
  package var description: String {
    switch reason {
    case .syntax(let detail): "This is no JSON: \(detail)."
    case .encoding: "This is no JSON: the text is not UTF-8."
    case .incomplete: "This is no JSON: it ends too early."
    case .surplus: "This is no JSON: something follows the value."
    case .duplicateName(let name): "A name is there twice, \(name): it may be there once."
    case .nulInName: "A name holds U+0000."
    case .numberTooLarge: "A number is too large: at most 64 bits are taken."
    case .tooDeep(let limit): "It is nested too deeply: \(limit) levels at most are taken."
    case .tooLarge(let limit): "It takes more than \(limit) bytes: no quote does."
    case .noMemory: "There is no memory for it."
    }
  }
}
