// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Wakes who waits for a terminal's next event, from any thread.
package final class TerminalBell: Sendable {
  /// The pipe's ends, to read and to write; nil once it is closed.
  private let ends: Mutex<(read: Int32, write: Int32)?>

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .noPipe }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // Who rings must never wait; where the pipe is full, it will wake anyway.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    self.ends = Mutex((ends[0], ends[1]))
  }

  deinit { closeEnds() }

  /// Wakes; after the terminal was given back it does nothing.
  package func ring() {
    ends.withLock { ends in
      guard let ends else { return }
      var byte: UInt8 = 0
      _ = unsafe write(ends.write, &byte, 1)
    }
  }

  /// The end that signals are told to.
  var writeEnd: Int32 { ends.withLock { $0?.write ?? -1 } }

  /// The end that is read.
  var readEnd: Int32 { ends.withLock { $0?.read ?? -1 } }

  /// The next byte: 0 for a ring, a signal's number; nil where there is none.
  func next() -> UInt8? {
    var byte: UInt8 = 0
    return unsafe read(readEnd, &byte, 1) == 1 ? byte : nil
  }

  /// Closes the pipe.
  func closeEnds() {
    ends.withLock { ends in
      guard let open = ends else { return }
      close(open.read)
      close(open.write)
      ends = nil
    }
  }
}
