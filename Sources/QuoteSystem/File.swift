// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Files and folders, whole and at once.
package enum File {
  /// Reads a whole file of at most `limit` bytes.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current("open", path) }
    defer { close(descriptor) }
    return try readAll(descriptor, path: path, limit: limit)
  }

  /// The bytes of a file that may be read, without reading it.
  package static func size(of path: String) throws(SystemError) -> Int {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current("open", path) }
    defer { close(descriptor) }
    var information = stat()
    guard unsafe fstat(descriptor, &information) == 0 else { throw .current("open", path) }
    guard information.st_mode & S_IFMT != S_IFDIR else {
      throw SystemError(operation: "read", path: path, reason: .code(EISDIR))
    }
    return Int(information.st_size)
  }

  /// The bytes of a file, or 0 where there is none.
  ///
  /// It is not opened: closing a file that SQLite has open would take away all locks that this
  /// process has on it.
  package static func statedSize(of path: String) -> Int {
    var information = stat()
    return unsafe stat(path, &information) == 0 ? Int(information.st_size) : 0
  }

  /// Makes a folder, and those above it, that only the owner may enter; one that exists is left
  /// as it is.
  package static func createDirectory(_ path: String) throws(SystemError) {
    var prefix = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      prefix += "/" + part
      if unsafe mkdir(prefix, 0o700) != 0, errno != EEXIST {
        throw .current("create", prefix)
      }
    }
    guard isDirectory(path) else {
      throw SystemError(operation: "open", path: path, reason: .code(ENOTDIR))
    }
  }

  /// Makes an empty file that only the owner may read and write. False where there is anything at
  /// the path, which is left as it is.
  package static func createNew(_ path: String) throws(SystemError) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw .current("create", path) }
      return false
    }
    close(descriptor)
    return true
  }

  /// Returns when the bytes of a file, and its name in its folder, are on the disk.
  package static func sync(_ path: String) throws(SystemError) {
    let end = path.lastIndex(of: "/")
    let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    for name in [path, folder] {
      let descriptor = unsafe open(name, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .current("open", name) }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw .current("sync", name) }
    }
  }

  /// Whether there is a folder at the path.
  package static func isDirectory(_ path: String) -> Bool {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else { return false }
    return information.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is a file of bytes at the path, which ends: no pipe, and no device.
  package static func isRegular(_ path: String) -> Bool {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else { return false }
    return information.st_mode & S_IFMT == S_IFREG
  }

  /// The names in a folder, sorted, without `.` and `..`.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw .current("list", path) }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// What a symbolic link points to, or nil where the path is none.
  package static func linkTarget(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return 0 }
        return unsafe readlink(path, start, characters.count)
      }
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  private static func readAll(
    _ descriptor: Int32, path: String, limit: Int
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var information = stat()
    // Growing by doubling would take up to three times a large file's size.
    if unsafe fstat(descriptor, &information) == 0, information.st_size <= limit {
      bytes.reserveCapacity(Int(information.st_size))
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe Self.read(descriptor, buffer)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .current("read", path)
      }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else {
        throw SystemError(operation: "read", path: path, reason: .largerThan(limit: limit))
      }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  private static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
