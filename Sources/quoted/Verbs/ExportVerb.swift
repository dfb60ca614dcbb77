// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteSystem
internal import QuoteWire
internal import RPCCore

/// `quoted export`: writes the whole catalogue to a file.
enum ExportVerb {
  private static let format = Option(
    "format", value: Value("FORMAT", .choice(ExportFormat.allCases.map(\.rawValue))),
    help: "Without it: what the file's name ends in (.json, .jsonl, .csv, .fortune), else jsonl.")
  private static let includeDeleted = Option(
    flag: "include-deleted",
    help: "Writes quotes that were deleted, too, so that they stay deleted elsewhere.")
  private static let file = Argument(
    Value("FILE", .file), count: .oneOrNone,
    help: "Where to; - or nothing is the standard output.")

  static let command = Command(
    "export",
    summary: "Writes the catalogue of a data directory to a file.",
    discussion: [
      "All quotes as they are at one moment, in catalogue order. With json, jsonl and csv an import "
        + "with --keep-ids into a new directory makes an equal catalogue: ids, times, tags and all. "
        + "Calendars, pins and tokens are not part of it: quoted backup copies those.",
      "A file that is there stays until the new one is complete and on the disk.",
    ],
    options: [QuotedProgram.data, format, includeDeleted],
    arguments: [file],
    examples: [
      Example("quoted export quotes.jsonl", "Writes a JSON object a line."),
      Example("quoted export --format csv > quotes.csv", "Writes a table."),
      Example(
        "quoted export --include-deleted - | quoted import --keep-ids --data copy -",
        "Makes a copy."),
    ],
    sections: [
      HelpSection(
        "Formats", ExportFormat.allCases.map { .init($0.rawValue, $0.explanation) })
    ])

  static let verb = Verb("export") { invocation in
    let path = invocation.text(file).flatMap { $0 == standardInput ? nil : $0 }
    let named = invocation.text(format).flatMap { ExportFormat(rawValue: $0) }
    var request = ExportQuotesRequest()
    request.includeDeleted = invocation.has(includeDeleted)
    try await QuotedProgram.atDesk(of: invocation) { [request] desk in
      try await export(request, at: desk, to: path, as: named ?? ExportFormat(file: path ?? ""))
    }
    return .success
  }

  private static func export(
    _ request: ExportQuotesRequest, at desk: Desk, to path: String?, as format: ExportFormat
  ) async throws {
    let file: ExportFile
    do throws(SystemError) {
      file = try ExportFile(path, format)
    } catch {
      throw Failure("\(error)", .cannotCreate)
    }
    do {
      try await desk.stream(ExportQuotes.self, request) { response throws(Status) in
        try await file.take(response)
      }
      try await file.complete()
    } catch {
      guard let cause = await file.failure ?? (error as? SystemError) else { throw error }
      // Who reads a pipe may have seen enough.
      if path == nil, cause.isBrokenPipe { return }
      throw Failure("\(cause)", .inputOutput)
    }
    guard let path else { return }
    try StandardStream.output.write("\(await file.count) quotes written to \(path)\n")
  }
}

extension ExportFormat {
  /// The format that a file's name ends in; JSON Lines where it ends in none.
  fileprivate init(file: String) {
    let ending = file.split(separator: "/").last?.split(separator: ".").dropFirst().last ?? ""
    self = ExportFormat(rawValue: ending.lowercased()) ?? .jsonl
  }
}
