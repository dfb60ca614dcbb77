// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension Host {
  /// The bytes that the user of this process may still write to the file system of a path.
  package static func freeBytes(at path: String) throws(SystemError) -> UInt64 {
    var information = statvfs()
    guard unsafe statvfs(path, &information) == 0 else { throw .current("examine", path) }
    return UInt64(information.f_bavail) * UInt64(information.f_frsize)
  }

  /// How many files and connections this process may have open at a time; nil where there is no
  /// limit.
  package static func openFilesLimit() -> UInt64? {
    var limit = rlimit()
    #if canImport(Darwin)
      let outcome = unsafe getrlimit(RLIMIT_NOFILE, &limit)
    #else
      let outcome = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #endif
    guard outcome == 0, limit.rlim_cur != rlim_t.max else { return nil }
    return UInt64(limit.rlim_cur)
  }

  /// The path from the root of a path that begins where this process is.
  package static func absolutePath(_ path: String) throws(SystemError) -> String {
    guard !path.hasPrefix("/") else { return path }
    guard let folder = unsafe getcwd(nil, 0) else { throw .current("find", ".") }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) + "/" + path
  }
}
