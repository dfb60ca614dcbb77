// SPDX-License-Identifier: Apache-2.0

/// Reads an import file of any format, record by record.
package struct ImportReader: Sequence, IteratorProtocol {
  private enum Reader {
    case fortune(FortuneReader)
    case json(JSONReader)
    case csv(CSVReader)
    /// One that can't be read at all.
    case none
  }

  private var reader: Reader
  private var waiting: [ImportItem] = []

  /// The format that it is read as.
  package let format: ImportFormat

  /// Begins to read.
  /// - Parameter file: The path, for reports and for what the name tells.
  package init(file: String, bytes: [UInt8], options: ReadingOptions) {
    format = options.format ?? ImportFormat(file: file, bytes: bytes)
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      reader = .none
      waiting = [Self.rejection(of: file, "The file is UTF-16: convert it to UTF-8.")]
      return
    }
    switch format {
    case .fortune:
      reader = .fortune(
        FortuneReader(
          file: file, bytes: bytes, encoding: options.encoding, language: options.language))
    case .json, .jsonl:
      reader = .json(JSONReader(file: file, bytes: bytes, language: options.language))
    case .csv:
      guard let text = options.encoding.utf8(bytes) else {
        reader = .none
        waiting = [
          Self.rejection(
            of: file, "The text is not \(options.encoding.rawValue): it is in another encoding.")
        ]
        return
      }
      reader = .csv(
        CSVReader(
          file: file, bytes: text, separator: options.separator, language: options.language))
    }
  }

  /// How many bytes have been read; of the text in UTF-8, where it was decoded.
  package var offset: Int {
    switch reader {
    case .fortune(let reader): reader.offset
    case .json(let reader): reader.offset
    case .csv(let reader): reader.offset
    case .none: 0
    }
  }

  /// The next quote or problem, or nil at the end.
  package mutating func next() -> ImportItem? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    // The reader is moved out and back, so that its arrays are not copied.
    var current = Reader.none
    swap(&current, &reader)
    defer { swap(&current, &reader) }
    switch current {
    case .fortune(var reader):
      current = .none
      defer { current = .fortune(reader) }
      return reader.next()
    case .json(var reader):
      current = .none
      defer { current = .json(reader) }
      return reader.next()
    case .csv(var reader):
      current = .none
      defer { current = .csv(reader) }
      return reader.next()
    case .none: return nil
    }
  }

  private static func rejection(of file: String, _ reason: String) -> ImportItem {
    .problem(ImportProblem(file: file, line: 0, reason: reason, severity: .rejection))
  }
}
