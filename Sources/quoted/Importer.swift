// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteSystem

/// Takes the quotes of import files into a catalogue, batch by batch, and reports what is not
/// taken.
struct Importer {
  /// What became of the entries.
  struct Counts {
    var added = 0
    var present = 0
    var deletedBefore = 0
    var rejected = 0

    /// All entries.
    var total: Int { added + present + deletedBefore + rejected }
  }

  /// What became of the entries until now.
  private(set) var counts = Counts()

  private let catalogue: Catalogue
  private var progress: ProgressBar
  private var batch: [(quote: Quote, file: String, line: Int)] = []
  private var bytesOfFilesBefore = 0

  /// Begins to import files of so many bytes in all.
  init(_ catalogue: Catalogue, byteCount: Int) {
    self.catalogue = catalogue
    progress = ProgressBar(label: "importing", total: byteCount)
  }

  /// Takes the entries of one file.
  mutating func take(_ reader: FortuneReader, of file: String, byteCount: Int) async throws {
    var reader = reader
    while let item = reader.next() {
      switch item {
      case .record(let record): batch.append((record.quote, file, record.line))
      case .problem(let problem):
        if problem.severity == .rejection { counts.rejected += 1 }
        try report(problem)
      }
      if batch.count == Catalogue.batchSize {
        try await admitBatch()
        try progress.show(bytesOfFilesBefore + reader.offset, note: "\(counts.total) entries")
      }
    }
    bytesOfFilesBefore += byteCount
  }

  /// Takes what is left, and returns what a person wants to know.
  mutating func finish() async throws -> String {
    try await admitBatch()
    try progress.clear()
    var parts = ["\(counts.added) added", "\(counts.present) present"]
    if counts.deletedBefore > 0 { parts.append("\(counts.deletedBefore) deleted before") }
    parts.append("\(counts.rejected) rejected")
    return parts.joined(separator: ", ") + ": \(counts.total) entries"
  }

  private mutating func admitBatch() async throws {
    guard !batch.isEmpty else { return }
    let outcomes: [ImportedQuote]
    do throws(EditProblem) {
      outcomes = try await catalogue.importQuotes(
        batch.map(\.quote), options: .plain, by: .local
      ).outcomes
    } catch {
      let failure = Failure(error)
      throw Failure(
        "\(failure.message); \(counts.added) quotes are in: run the import again to complete it",
        failure.status)
    }
    for (entry, outcome) in zip(batch, outcomes) {
      switch outcome.outcome {
      case .added: counts.added += 1
      case .nearDuplicate:
        counts.added += 1
        try report(
          ImportProblem(
            file: entry.file, line: entry.line, reason: outcome.problem, severity: .warning))
      case .present: counts.present += 1
      case .deletedBefore: counts.deletedBefore += 1
      default:
        counts.rejected += 1
        try report(
          ImportProblem(
            file: entry.file, line: entry.line, reason: outcome.problem, severity: .rejection))
      }
    }
    batch.removeAll(keepingCapacity: true)
  }

  private mutating func report(_ problem: ImportProblem) throws {
    try progress.clear()
    try StandardStream.error.write("\(problem)\n")
  }
}
