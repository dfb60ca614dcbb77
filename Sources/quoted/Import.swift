// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteSystem

/// `quoted import`: adds the quotes of files, and reports each that is not taken.
enum Import {
  static let language = Option(
    "language", value: Value("TAG"),
    help: "The language of all entries (BCP 47). Without it: that of the file's folder, such as "
      + "de/, else that of a script which has one language, else none.")
  static let encoding = Option(
    "encoding", value: Value("NAME", .choice(TextEncoding.allCases.map(\.rawValue))),
    help: "How the files are written.", defaultValue: TextEncoding.utf8.rawValue)
  static let files = Argument(
    Value("FILE", .file), count: .oneOrMore,
    help: "A fortune file, or a folder of them (without those in folders below it).")

  static let command = Command(
    "import",
    summary: "Adds the quotes of fortune files to the catalogue of a data directory.",
    discussion: [
      "Entries end at a line that is exactly %; a last line such as \"-- Name, Work\" becomes the "
        + "creator and the source. An entry that can't be taken is reported with file, line and "
        + "reason, and the rest goes in. What is in the catalogue already is left as it is, so "
        + "importing a file twice is the same as once, and an import that was interrupted is "
        + "completed by running it again.",
      "In folders, index files (*.dat, *.u8) are passed over. The directory must not be served at "
        + "the time.",
    ],
    options: [QuotedProgram.data, language, encoding],
    arguments: [files],
    examples: [
      Example(
        "quoted import --language en /usr/share/games/fortunes/literature",
        "Adds a file of Debian's package fortunes."),
      Example(
        "quoted import /usr/share/games/fortunes/de", "Adds a folder; its name is the language."),
    ])

  /// Imports, and says how it went.
  static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let paths = try Self.paths(invocation.texts(files))
    let byteCount = try size(of: paths)
    let encoding = invocation.text(encoding).flatMap { TextEncoding(rawValue: $0) } ?? .utf8
    let language = invocation.text(language) ?? ""
    guard language.isEmpty || LanguageTag.canonical(language) != nil else {
      throw invocation.usageError(
        "--language can't be '\(language)': give a tag such as en or pt-BR")
    }
    let catalogue = try DataDirectory.open(invocation.text(QuotedProgram.data) ?? "")
    var importer = Importer(catalogue, byteCount: byteCount)
    for path in paths {
      let bytes = try read(path)
      try await importer.take(
        FortuneReader(file: path, bytes: bytes, encoding: encoding, language: language),
        of: path, byteCount: bytes.count)
    }
    let summary = try await importer.finish()
    try StandardStream.output.write(
      "\(summary), \(paths.count == 1 ? "1 file" : "\(paths.count) files")\n")
    return importer.counts.rejected == 0 ? .success : .data
  }

  /// The largest file that is read, in bytes.
  private static let fileBytes = 256 << 20

  /// The files that are meant: those named, and those in the folders named.
  private static func paths(_ given: [String]) throws(Failure) -> [String] {
    var paths: [String] = []
    for path in given {
      guard File.isDirectory(path) else {
        paths.append(path)
        continue
      }
      do throws(SystemError) {
        let names = try File.names(in: path).filter { name in
          !name.hasPrefix(".") && !name.hasSuffix(".dat") && !name.hasSuffix(".u8")
        }
        paths += names.map { "\(path)/\($0)" }.filter { !File.isDirectory($0) }
      } catch {
        throw Failure("\(error)", .noInput)
      }
    }
    return paths
  }

  /// The bytes of all files; that all can be read is found out before anything is changed.
  private static func size(of paths: [String]) throws(Failure) -> Int {
    do throws(SystemError) {
      var sum = 0
      for path in paths { sum += try File.size(of: path) }
      return sum
    } catch {
      throw Failure("\(error); nothing was imported", .noInput)
    }
  }

  private static func read(_ path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try File.read(path, limit: fileBytes)
    } catch {
      throw Failure("\(error)", .noInput)
    }
  }
}
