// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension Host {
  /// What this process has taken of its machine; what the system doesn't tell is nil.
  package struct Usage: Sendable {
    /// The processors' time since the start, in seconds.
    package var processorSeconds: Double
    /// The memory that it occupies, in bytes.
    package var residentBytes: Int?
    /// Files and connections that it has open.
    package var openFiles: Int?
  }

  /// Asks the system.
  package static func usage() -> Usage {
    var usage = rusage()
    #if canImport(Darwin)
      unsafe getrusage(RUSAGE_SELF, &usage)
    #else
      unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #endif
    return Usage(
      processorSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      residentBytes: residentBytes(), openFiles: openFiles())
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  /// Linux tells pages in the second number of this file.
  private static func residentBytes() -> Int? {
    guard let text = try? File.read("/proc/self/statm", limit: 256) else { return nil }
    let numbers = text.split(separator: UInt8(ascii: " "))
    guard numbers.count > 1, let pages = Int(String(decoding: numbers[1], as: UTF8.self)) else {
      return nil
    }
    return pages * Int(getpagesize())
  }

  private static func openFiles() -> Int? {
    // The folder is open too while its names are read.
    (try? File.names(in: "/proc/self/fd")).map { max(0, $0.count - 1) }
  }
}
