// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteJSON
internal import QuoteModel
internal import QuoteSystem
internal import RPCCore

/// Reads what `quote archive` wrote in jsonl or json.
enum ArchiveFile {
  /// The largest file that is read, in bytes: a thousand years of usual quotes.
  private static let fileBytes = 1 << 28
  /// The largest day in bytes, with room for a quote whose every byte is escaped.
  private static let dayBytes = 1 << 18

  /// Visits each day of a file; `-` is the standard input.
  static func read(
    _ path: String, _ visit: (DailyQuoteResponse) -> Void
  ) throws(Failure) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try File.read(path == "-" ? "/dev/stdin" : path, limit: fileBytes)
    } catch {
      throw .input("\(error)")
    }
    var stream = JSONStream(bytes, wrappers: ["days"], valueLimit: dayBytes)
    while let item = stream.next() {
      switch item {
      case .value(let value, let line):
        guard let day = DailyQuoteResponse(archived: value) else {
          throw .unreadable("\(path):\(line): this is no day that \"quote archive\" wrote")
        }
        visit(day)
      case .refusal(let error): throw .unreadable("\(path):\(error.line): \(error)")
      case .lost(let line): throw .unreadable("\(path):\(line): the rest can't be read")
      case .blemish(let problem, let line): throw .unreadable("\(path):\(line): \(problem)")
      }
    }
  }
}

extension DailyQuoteResponse {
  /// Reads what matters of a day from the contract's JSON form; nil where it can't be read.
  fileprivate init?(archived value: JSONValue) {
    self.init()
    guard case .object(let members) = value else { return nil }
    var quote = Quote()
    for member in members {
      switch (member.name, member.value) {
      case ("date", .string(let text)): date = text
      case ("calendar", .string(let text)): calendar = text
      case ("cyclePosition", .integer(let number)): cyclePosition = Int32(clamping: number)
      case ("quote", .object(let fields)):
        for field in fields where field.name == "id" {
          if case .string(let text) = field.value { quote.id = text }
        }
      case ("chain", .string(let text)):
        guard let bytes = Base64.decode(text.utf8.span) else { return nil }
        chain = bytes
      case ("reason", .string(let text)):
        guard let named = DailyReason(contractName: text) else { return nil }
        reason = named
      case ("certainty", .string(let text)):
        guard let named = Certainty(contractName: text) else { return nil }
        certainty = named
      default: break
      }
    }
    guard !date.isEmpty, !calendar.isEmpty else { return nil }
    self.quote = quote
  }
}
