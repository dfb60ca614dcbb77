// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteSystem
internal import RPCCore

/// The file that an export goes to, written part by part as the quotes come.
actor ExportFile {
  /// The quotes that were written until now.
  private(set) var count = 0
  /// Why it could not be written.
  private(set) var failure: SystemError?

  private var writer: QuoteWriter
  /// Made with the first part, which tells how much there is.
  private var progress: ProgressBar?
  /// Nil where it is the standard output.
  private var file: ReplacingFile?

  /// Begins a file; nil for the path is the standard output.
  init(_ path: String?, _ format: ExportFormat) throws(SystemError) {
    writer = QuoteWriter(format)
    if let path { file = try ReplacingFile(path) }
    var bytes: [UInt8] = []
    writer.appendOpening(to: &bytes)
    try Self.write(bytes, to: file)
  }

  /// Writes the quotes of a part; what it throws ends the call that it comes from.
  func take(_ part: ExportQuotesResponse) throws(Status) {
    var bytes: [UInt8] = []
    for quote in part.quotes { writer.append(quote, to: &bytes) }
    var progress = self.progress ?? ProgressBar(label: "exporting", total: Int(part.totalSize))
    do throws(SystemError) {
      try Self.write(bytes, to: file)
      count += part.quotes.count
      try progress.show(count, note: "\(count) of \(part.totalSize) quotes")
      self.progress = progress
    } catch {
      failure = error
      throw Status(.cancelled, "The file could not be written.")
    }
  }

  /// Ends the file and puts it in its place.
  func complete() throws(SystemError) {
    var bytes: [UInt8] = []
    writer.appendClosing(to: &bytes)
    try Self.write(bytes, to: file)
    try progress?.clear()
    if let file = file.take() { try file.complete() }
  }

  private static func write(
    _ bytes: [UInt8], to file: borrowing ReplacingFile?
  ) throws(SystemError) {
    switch file {
    case .some(let file): try file.write(bytes)
    case .none: try StandardStream.output.write(bytes)
    }
  }
}
