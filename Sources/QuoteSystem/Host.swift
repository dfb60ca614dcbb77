// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The process and the machine it runs on.
package enum Host {
  /// The value of an environment variable, or nil where it is not set.
  package static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Seconds and nanoseconds of UTC since 1970, by the machine's clock.
  package static func wallClock() -> (seconds: Int64, nanoseconds: Int32) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return (Int64(time.tv_sec), Int32(time.tv_nsec))
  }

  /// The number of this process.
  package static var processID: Int32 { getpid() }

  /// Makes a write that can't be done fail with an error instead of ending the process: to a closed
  /// pipe or socket (SIGPIPE), and beyond the size that files may have here (SIGXFSZ).
  package static func ignoreWriteSignals() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Puts `/dev/null` where the process was started without one of the standard streams. Else a
  /// file or a connection would get its number, and with it what is meant for the stream.
  package static func fillStandardStreams() {
    // In this order each `open` gets the lowest number that is free: the one that is missing. What
    // is written to a missing output is an error; a missing error stream swallows it.
    for (descriptor, mode) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", mode)
    }
  }

  /// Ends the process at once with an exit status.
  package static func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status)
    #else
      Glibc.exit(status)
    #endif
  }
}
