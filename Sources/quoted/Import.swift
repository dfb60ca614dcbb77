// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteSystem
internal import QuoteWire

/// `quoted import`: adds the quotes of files, and reports each that is not taken.
enum Import {
  static let format = Option(
    "format", value: Value("FORMAT", .choice(ImportFormat.allCases.map(\.rawValue))),
    help:
      "The format of all files. Without it: told by the end of each file's name (.json, .jsonl, "
      + ".ndjson, .csv, .tsv), else by how the file begins.")
  static let language = Option(
    "language", value: Value("TAG"),
    help: "The language of quotes that tell none (BCP 47). Without it, for fortunes: that of the "
      + "file's folder, such as de/, else that of a script which has one language, else none.")
  static let encoding = Option(
    "encoding", value: Value("NAME", .choice(TextEncoding.allCases.map(\.rawValue))),
    help: "How the files are written; JSON is always UTF-8.",
    defaultValue: TextEncoding.utf8.rawValue)
  static let separator = Option(
    "separator", value: Value("NAME", .choice(separators.map(\.name))),
    help: "What parts the columns of CSV. Without it: what the first line shows.")
  static let restoreDeleted = Option(
    flag: "restore-deleted", help: "Brings back what was deleted before; else it stays deleted.")
  static let keepIDs = Option(
    flag: "keep-ids",
    help:
      "Takes ids and times over, and what an export tells as deleted: to make a catalogue equal "
      + "to the one that was exported. A directory that is made for it begins empty.")
  static let dryRun = Option(flag: "dry-run", help: "Only tells what would happen.")
  static let files = Argument(
    Value("FILE", .file), count: .oneOrMore,
    help:
      "A file, or a folder of them (without those in folders below it); - is the standard input.")

  static let command = Command(
    "import",
    summary: "Adds the quotes of files to the catalogue of a data directory.",
    discussion: [
      "A record that can't be taken is reported with file, line and reason, and the rest goes in; "
        + "one that resembles a quote which is there goes in and is reported with that one's id. "
        + "What is in the catalogue already is left as it is, so importing a file twice is the same "
        + "as once, and an import that was interrupted is completed by running it again.",
      "fortune: entries end at a line that is exactly %; a last line such as \"-- Name, Work\" "
        + "becomes the creator and the source.",
      "json, jsonl: an array of objects, or one after another, or an object that holds them as "
        + "quotes, results or data. Fields go by the contract's names (text, creator, source, year, "
        + "language, tags, sourceUrl, …, or source_url, …), or by those of quotable and QuoteSlate "
        + "(content or quote, author).",
      "csv: RFC 4180 with a header that names the columns, by the same names. Several tags are "
        + "parted by ;, or by |, or by commas.",
      "In folders, index files (*.dat, *.u8) are passed over. A directory that is served is changed "
        + "by its server.",
    ],
    options: [
      QuotedProgram.foundedData, format, language, encoding, separator, restoreDeleted, keepIDs,
      dryRun,
    ],
    arguments: [files],
    examples: [
      Example(
        "quoted import --language en /usr/share/games/fortunes/literature",
        "Adds a file of Debian's package fortunes."),
      Example(
        "quoted import /usr/share/games/fortunes/de", "Adds a folder; its name is the language."),
      Example("quoted import --dry-run quotes.csv", "Tells what a table would bring."),
      Example(
        "quoted import --keep-ids --data copy export.jsonl", "Makes a catalogue from an export."),
    ])

  /// How it is done.
  struct Options {
    var reading = ReadingOptions()
    var restoresDeleted = false
    var isDryRun = false
    var keepsIDs = false

    init(_ invocation: Invocation) throws(UsageError) {
      reading.format = invocation.text(format).flatMap { ImportFormat(rawValue: $0) }
      reading.encoding =
        invocation.text(encoding).flatMap { TextEncoding(rawValue: $0) } ?? .utf8
      reading.language = invocation.text(language) ?? ""
      reading.separator = separators.first { $0.name == invocation.text(separator) }?.byte
      restoresDeleted = invocation.has(restoreDeleted)
      isDryRun = invocation.has(dryRun)
      keepsIDs = invocation.has(keepIDs)
      guard reading.language.isEmpty || LanguageTag.canonical(reading.language) != nil else {
        throw invocation.usageError(
          "--language can't be '\(reading.language)': give a tag such as en or pt-BR")
      }
    }
  }

  /// Imports, and says how it went.
  static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let options = try Options(invocation)
    let files = try ImportFiles(invocation.texts(files))
    let desk = try Desk(
      invocation.text(QuotedProgram.foundedData) ?? "", mayFound: true, asCopy: options.keepsIDs)
    let counts: ImportCounts
    do {
      counts = try await take(files, options) { request in
        try await desk.call(ImportQuotes.self, request)
      }
      await desk.close()
    } catch {
      await desk.close()
      throw error
    }
    let fileCount = files.paths.count == 1 ? "1 file" : "\(files.paths.count) files"
    let lines =
      ["\(counts.summary(isDryRun: options.isDryRun)), \(fileCount)"] + counts.rejectionLines
    try StandardStream.output.write(lines.map { $0 + "\n" }.joined())
    return counts.rejected == 0 ? .success : .data
  }

  private static func take(
    _ files: ImportFiles, _ options: Options, admit: @escaping Importer.Admit
  ) async throws -> ImportCounts {
    var importer = Importer(options, byteCount: files.byteCount, admit: admit)
    for path in files.paths {
      let counts = try await importer.take(path, try ImportFiles.read(path))
      guard files.paths.count > 1 else { continue }
      try StandardStream.output.write(
        "\(path): \(counts.summary(isDryRun: options.isDryRun))\n")
    }
    return importer.counts
  }

  private static let separators: [(name: String, byte: UInt8)] = [
    ("comma", 0x2C), ("semicolon", 0x3B), ("tab", 0x09), ("bar", 0x7C),
  ]
}
