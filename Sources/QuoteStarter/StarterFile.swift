// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// One file of the starter catalogue: the quotes of one language, one a line.
///
/// The columns are `text creator work place year tags source_url attribution`, parted by tabs and
/// named by the first line. Tags are parted by commas; in the text, `\n` is a line break and `\\`
/// a backslash.
package struct StarterFile: Sendable {
  /// The language of its quotes, as a BCP 47 tag.
  package let language: String
  /// The file.
  package let bytes: [UInt8]

  /// The names of the columns, in their order.
  package static let columns = [
    "text", "creator", "work", "place", "year", "tags", "source_url", "attribution",
  ]

  /// The tag that all starter quotes have, by which they can be found and removed.
  package static let tag = "starter"

  /// Takes a file as it is.
  package init(language: String, bytes: [UInt8]) {
    self.language = language
    self.bytes = bytes
  }

  /// Reads all quotes of the file, in its order, or throws at the first line that is none.
  package func quotes() throws(StarterError) -> [Quote] {
    let lines = bytes.split(separator: 0x0A)
    guard let header = lines.first, Self.fields(of: header) == Self.columns else {
      throw StarterError(language: language, line: 1, problem: "the columns are not the known ones")
    }
    var quotes: [Quote] = []
    quotes.reserveCapacity(lines.count - 1)
    for (index, line) in lines.enumerated().dropFirst() {
      do throws(LineProblem) {
        quotes.append(try quote(from: Self.fields(of: line)))
      } catch {
        throw StarterError(language: language, line: index + 1, problem: error.text)
      }
    }
    return quotes
  }

  private static func fields(of line: ArraySlice<UInt8>) -> [String] {
    line.split(separator: 0x09, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func quote(from fields: [String]) throws(LineProblem) -> Quote {
    guard fields.count == Self.columns.count else {
      throw LineProblem(text: "it has \(fields.count) columns instead of \(Self.columns.count)")
    }
    var quote = Quote()
    quote.text = try Self.unescaped(fields[0])
    quote.creator = fields[1]
    quote.source = citation(work: fields[2], place: fields[3])
    if !fields[4].isEmpty {
      guard let year = Int32(fields[4]) else {
        throw LineProblem(text: "\"\(fields[4])\" is no year")
      }
      quote.year = year
    }
    quote.language = language
    quote.tags = fields[5].split(separator: ",").map(String.init) + [Self.tag]
    quote.sourceURL = fields[6]
    quote.attribution = try Self.attribution(fields[7])
    quote.rating = .general
    guard !quote.text.isEmpty else { throw LineProblem(text: "it has no text") }
    return quote
  }

  /// The work and the place in it as the language cites them: `Hamlet, act 2`, `Genesis 1:3`,
  /// `《论语·学而》`.
  private func citation(work: String, place: String) -> String {
    if language == "zh", !work.isEmpty { return place.isEmpty ? "《\(work)》" : "《\(work)·\(place)》" }
    let isChapterAndVerse = place.first?.isNumber == true && place.contains(":")
    return [work, place].filter { !$0.isEmpty }.joined(separator: isChapterAndVerse ? " " : ", ")
  }

  private static func attribution(_ name: String) throws(LineProblem) -> Attribution {
    switch name {
    case "VERIFIED": .verified
    case "ATTRIBUTED": .attributed
    case "DISPUTED": .disputed
    case "MISATTRIBUTED": .misattributed
    default: throw LineProblem(text: "\"\(name)\" is no attribution")
    }
  }

  private static func unescaped(_ field: String) throws(LineProblem) -> String {
    guard field.utf8.contains(UInt8(ascii: "\\")) else { return field }
    var text = String.UnicodeScalarView()
    var scalars = field.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      switch scalars.next() {
      case "n": text.append("\n")
      case "\\": text.append("\\")
      default: throw LineProblem(text: "a backslash stands before neither n nor a backslash")
      }
    }
    return String(text)
  }
}

/// What is wrong with one line.
private struct LineProblem: Error {
  let text: String
}

/// A line of the starter catalogue that can't be read: a mistake in the build, not in its use.
package struct StarterError: Error, Equatable, CustomStringConvertible {
  /// The language of the file.
  package let language: String
  /// The line, from 1 on.
  package let line: Int
  /// What is wrong with it.
  package let problem: String

  /// A sentence for a person.
  package var description: String {
    "line \(line) of the starter catalogue in \"\(language)\": \(problem)"
  }
}
