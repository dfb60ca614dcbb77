// SPDX-License-Identifier: Apache-2.0

internal import CQuoteStarter
package import QuoteModel

/// The quotes that a new catalogue begins with; they are built into the program.
package enum StarterCatalogue {
  /// Its files, one for each language.
  package static var files: [StarterFile] {
    (0..<quote_starter_file_count()).map { index in
      let file = unsafe quote_starter_file_at(index)
      return unsafe StarterFile(
        language: String(cString: file.language),
        bytes: Array(UnsafeBufferPointer(start: file.bytes, count: Int(file.count))))
    }
  }

  /// All its quotes, file by file, each tagged `starter`, without ids and times.
  package static func quotes() throws(StarterError) -> [Quote] {
    var quotes: [Quote] = []
    for file in files { quotes += try file.quotes() }
    return quotes
  }
}
