// SPDX-License-Identifier: Apache-2.0

internal import CNcurses

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The terminal of this process, to draw whole pages on and to read keys from; one at a time.
///
/// It stands in for what was on the terminal, which comes back when it is closed, when the process is
/// ended by a signal, and when it crashes. All calls come from one thread.
package final class TerminalScreen {
  /// Wakes who waits in `nextEvent`.
  package let bell: TerminalBell
  private var isOpen = true
  /// How often in a row there was something to read and no key in it.
  private var idleReads = 0

  /// Takes the terminal over.
  package init() throws(TerminalError) {
    guard isatty(STDOUT_FILENO) == 1 else { throw .outputIsNone }
    guard isatty(STDIN_FILENO) == 1 else { throw .inputIsNone }
    let type = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? ""
    guard !type.isEmpty, type != "dumb", type != "unknown" else { throw .unknownType("") }
    bell = try TerminalBell()
    guard terminal_begin(bell.writeEnd) == 0 else { throw .unknownType(type) }
  }

  deinit { close() }

  /// Gives the terminal back as it was.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    terminal_end()
    bell.closeEnds()
  }

  /// Gives the terminal back and ends the process by a signal that it was sent, so that whoever
  /// waits for it sees how it ended.
  package func end(by signal: Int32) -> Never {
    close()
    terminal_die(signal)
    // Reached only where the signal is blocked.
    exit(128 + signal)
  }

  /// Columns of a row.
  package var columns: Int { unsafe Int(getmaxx(terminal_window())) }

  /// Rows.
  package var rows: Int { unsafe Int(getmaxy(terminal_window())) }

  /// Shows a page; only what is other than before travels to the terminal.
  ///
  /// - Parameter cursor: Where the cursor blinks; nil = nowhere.
  package func draw(_ lines: [TerminalLine], cursor: (row: Int, column: Int)? = nil) {
    let window = unsafe terminal_window()
    unsafe werase(window)
    // From above: what a row has too much is overwritten by the next one.
    for (row, line) in lines.prefix(rows).enumerated() {
      guard unsafe wmove(window, Int32(row), 0) == OK else { break }
      unsafe wclrtoeol(window)
      for piece in line.pieces {
        unsafe wattrset(window, Self.attributes(of: piece.look))
        let text = piece.text.unicodeScalars.map { wchar_t($0.value) }
        unsafe waddnwstr(window, text, Int32(clamping: text.count))
      }
      unsafe wattrset(window, 0)
    }
    if let cursor {
      curs_set(1)
      unsafe wmove(window, Int32(cursor.row), Int32(min(cursor.column, columns - 1)))
    } else {
      curs_set(0)
    }
    unsafe wrefresh(window)
  }

  /// Puts text on the clipboard of the machine that the terminal is on (OSC 52), also over SSH.
  ///
  /// - Parameter base64: The text's UTF-8, in base64.
  /// - Note: Terminals that don't know or don't permit it do nothing, and say nothing.
  package func copy(base64: String) {
    let bytes = Array("\u{1B}]52;c;\(base64)\u{07}".utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  private static func attributes(of look: TerminalLook) -> Int32 {
    var attributes: Int32 = 0
    if look.contains(.bold) { attributes |= terminal_bold }
    if look.contains(.faint) { attributes |= terminal_faint }
    if look.contains(.reversed) { attributes |= terminal_reversed }
    return attributes
  }
}

extension TerminalScreen {
  /// Waits for the next event.
  package func nextEvent() -> TerminalEvent {
    while true {
      if let key = nextKey() {
        idleReads = 0
        return .key(key)
      }
      var descriptors = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: bell.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&descriptors, nfds_t(descriptors.count), -1) > 0 else { continue }
      if descriptors[1].revents != 0, let event = rung() { return event }
      guard descriptors[0].revents != 0 else { continue }
      idleReads += 1
      let isGone = descriptors[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
      // A terminal that has ended can be read for ever and gives nothing.
      if isGone || idleReads > Self.mostIdleReads { return .ended(signal: SIGHUP) }
    }
  }

  /// A key's bytes may come in several reads.
  private static let mostIdleReads = 100

  private func rung() -> TerminalEvent? {
    switch bell.next().map(Int32.init) {
    case nil: return nil
    case 0: return .woken
    case SIGWINCH: terminal_resize()
    case SIGTSTP: terminal_stop()
    case let signal?: return .ended(signal: signal)
    }
    return .resized
  }

  private func nextKey() -> TerminalKey? {
    var code: wint_t = 0
    switch unsafe wget_wch(terminal_window(), &code) {
    case OK: return Self.key(typed: code)
    case KEY_CODE_YES: return Self.key(named: Int32(bitPattern: code))
    default: return nil
    }
  }

  private static func key(typed code: wint_t) -> TerminalKey {
    switch code {
    case 0x0D, 0x0A: .enter
    case 0x09: .tab
    case 0x1B: .escape
    case 0x7F, 0x08: .backspace
    case 0..<0x20: .other
    default: Unicode.Scalar(UInt32(code)).map { .character($0) } ?? .other
    }
  }

  private static func key(named code: Int32) -> TerminalKey {
    switch code {
    case KEY_UP: .up
    case KEY_DOWN: .down
    case KEY_LEFT: .left
    case KEY_RIGHT: .right
    case KEY_PPAGE: .pageUp
    case KEY_NPAGE: .pageDown
    case KEY_HOME: .home
    case KEY_END: .end
    case KEY_ENTER: .enter
    case KEY_BTAB: .backTab
    case KEY_BACKSPACE: .backspace
    case KEY_DC: .delete
    default: .other
    }
  }
}
