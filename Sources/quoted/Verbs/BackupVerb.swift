// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteSystem
internal import QuoteWire

/// `quoted backup`: a copy of the store.
enum BackupVerb {
  private static let file = Argument(
    Value("FILE", .file), count: .one, help: "Where the copy goes; there must be no such file.")

  static let command = Command(
    "backup",
    summary: "Writes a whole copy of the store to a new file, while it is served or not.",
    discussion: [
      "The copy is of one moment, and is checked by opening it. Calls go on meanwhile. To use it, "
        + "put it as catalogue.sqlite into a data directory that is not served, without the files "
        + "catalogue.sqlite-wal and -shm of the old one.",
      "Copying catalogue.sqlite itself while it is served gives no backup: what was written last "
        + "lies beside it.",
    ],
    options: [QuotedProgram.data], arguments: [file],
    examples: [
      Example("quoted backup \"quotes-$(date +%F).sqlite\"", "Keeps the store of today.")
    ])

  static let verb = Verb("backup") { invocation in
    var request = BackupRequest()
    // The server may have been started elsewhere.
    request.path = try Host.absolutePath(invocation.text(file) ?? "")
    let response = try await QuotedProgram.atDesk(of: invocation) { [request] desk in
      try await desk.call(Backup.self, request)
    }
    try? StandardStream.error.write(
      "wrote \(request.path): \(response.quoteCount) quotes at revision \(response.revision), "
        + "\(response.sizeBytes) bytes\n")
    return .success
  }
}
