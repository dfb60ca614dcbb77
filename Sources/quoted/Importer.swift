// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteSystem

/// Takes the quotes of import files into a catalogue, batch by batch, and reports what is not
/// taken.
struct Importer {
  /// Where a batch goes: a catalogue, or the server that serves it.
  typealias Admit = (ImportQuotesRequest) async throws -> ImportQuotesResponse

  /// What became of all the records.
  private(set) var counts = ImportCounts()

  private let options: Import.Options
  private let admit: Admit
  private var progress: ProgressBar
  private var batch: [(quote: Quote, file: String, line: Int)] = []
  private var batchBytes = 0
  private var fileCounts = ImportCounts()
  private var bytesOfFilesBefore = 0

  /// Begins to import files of so many bytes in all.
  init(_ options: Import.Options, byteCount: Int, admit: @escaping Admit) {
    self.options = options
    self.admit = admit
    progress = ProgressBar(label: "importing", total: byteCount)
  }

  /// Takes the records of one file, and returns what became of them.
  mutating func take(_ file: String, _ bytes: [UInt8]) async throws -> ImportCounts {
    var reader = ImportReader(file: file, bytes: bytes, options: options.reading)
    while let item = reader.next() {
      switch item {
      case .record(let record): try take(record, of: file)
      case .problem(let problem):
        if problem.severity == .rejection { fileCounts.reject(problem.reason) }
        try report(problem)
      }
      if batch.count == Catalogue.batchSize || batchBytes >= Self.batchBytes {
        try await admitBatch()
        try progress.show(
          bytesOfFilesBefore + reader.offset,
          note: "\(counts.total + fileCounts.total) quotes")
      }
    }
    try await admitBatch()
    try progress.clear()
    bytesOfFilesBefore += bytes.count
    counts.add(fileCounts)
    defer { fileCounts = ImportCounts() }
    return fileCounts
  }

  private mutating func take(_ record: ImportRecord, of file: String) throws {
    let byteCount = record.quote.roughByteCount
    if record.quote.deleteTime != nil, !options.keepsIDs {
      fileCounts.deletedThere += 1
    } else if byteCount > Self.batchBytes {
      let reason = "The record takes \(byteCount) bytes: no quote does."
      fileCounts.reject(reason)
      try report(
        ImportProblem(file: file, line: record.line, reason: reason, severity: .rejection))
    } else {
      batch.append((record.quote, file, record.line))
      batchBytes += byteCount
    }
  }

  private mutating func admitBatch() async throws {
    guard !batch.isEmpty else { return }
    var request = ImportQuotesRequest()
    request.quotes = batch.map(\.quote)
    request.restoreDeleted = options.restoresDeleted
    request.dryRun = options.isDryRun
    request.keepIDs = options.keepsIDs
    let response: ImportQuotesResponse
    do {
      response = try await admit(request)
    } catch let failure as Failure {
      let isIn = counts.added + fileCounts.added
      throw failure.adding("\(isIn) quotes are in: run the import again to complete it")
    }
    for (entry, outcome) in zip(batch, response.outcomes) {
      if let severity = fileCounts.count(outcome) {
        try report(
          ImportProblem(
            file: entry.file, line: entry.line, reason: outcome.problem, severity: severity))
      }
    }
    batch.removeAll(keepingCapacity: true)
    batchBytes = 0
  }

  private mutating func report(_ problem: ImportProblem) throws {
    try progress.clear()
    try StandardStream.error.write("\(problem)\n")
  }

  /// The bytes of quotes at which a batch is full, so that its message stays well below the largest
  /// that a server takes; a quote that takes more alone breaks its limits many times over.
  private static let batchBytes = 1 << 20
}

extension Quote {
  /// About the bytes of its message.
  fileprivate var roughByteCount: Int {
    let texts = [id, text, creator, source, language, sourceURL, translationOf] + tags
    return texts.reduce(64) { $0 + $1.utf8.count + 4 }
  }
}
