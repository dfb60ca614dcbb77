// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteSystem

/// What a bot must not forget, in a file: the last day that was posted, and one whose post has begun.
///
/// Lines of a word and a value, to be read by a person. The file is replaced as a whole, and is on the
/// disk before anything is done that it tells of.
struct BotState: Hashable {
  /// Where the messages go, and of which calendar they are.
  var channel: String
  var calendar: String
  /// The last day that is done with; nil = none yet.
  var done: CivilDate?
  /// A day whose message was about to be sent; what came of it is not known.
  var sending: CivilDate?

  private static let heading = "What quote watch --post has done; to be left as it is"

  /// Reads a file; nil where there is none.
  static func read(_ path: String) throws(Failure) -> BotState? {
    guard File.isRegular(path) else { return nil }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try File.read(path, limit: 4_096)
    } catch {
      throw .input("\(error)")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first == "# \(heading)" else {
      throw .unreadable("\(path) is no file of a bot's: name another one")
    }
    var state = BotState(channel: "", calendar: "")
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw .unreadable("\(path): this line says nothing: \(line)") }
      switch parts[0] {
      case "channel": state.channel = parts[1]
      case "calendar": state.calendar = parts[1]
      case "done": state.done = try date(parts[1], path)
      case "sending": state.sending = try date(parts[1], path)
      default: throw .unreadable("\(path): there is no such word as \(parts[0])")
      }
    }
    return state
  }

  private static func date(_ text: String, _ path: String) throws(Failure) -> CivilDate {
    do throws(CivilDateError) { return try CivilDate(text) } catch {
      throw .unreadable("\(path): \(error)")
    }
  }

  /// Writes it; when it returns, it is on the disk.
  func write(_ path: String) throws(SystemError) {
    var lines = ["# \(Self.heading)", "channel \(channel)", "calendar \(calendar)"]
    if let done { lines.append("done \(done)") }
    if let sending { lines.append("sending \(sending)") }
    let file = try ReplacingFile(path)
    try file.write(Array((lines.joined(separator: "\n") + "\n").utf8))
    try file.complete()
  }
}
