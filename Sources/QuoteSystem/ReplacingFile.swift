// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A file that is written whole or not at all: beside its place, and put there when it is complete.
///
/// Whatever was there stays until then, and after a full disk, an error or a kill. What a killed
/// process leaves is named `PATH.partial` and is replaced by the next who writes the file. A pipe
/// or a device is written as it is.
package struct ReplacingFile: ~Copyable {
  private let path: String
  /// Where it is written; nil where that is the place itself.
  private let partialPath: String?
  private let descriptor: Int32
  private var isComplete = false

  /// Begins to write a file; throws where another process is writing it.
  package init(_ path: String) throws(SystemError) {
    (descriptor, partialPath) = try Self.open(path)
    self.path = path
  }

  deinit {
    close(descriptor)
    if !isComplete, let partialPath { _ = unsafe unlink(partialPath) }
  }

  /// Writes all of the bytes behind those before.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try Descriptor.write(bytes, to: descriptor, path: partialPath ?? path)
  }

  /// Puts the file in its place when all of it is on the disk.
  package consuming func complete() throws(SystemError) {
    if let partialPath {
      guard fsync(descriptor) == 0 else { throw .current("write", partialPath) }
      guard unsafe rename(partialPath, path) == 0 else { throw .current("replace", path) }
      Self.syncFolder(of: path)
    }
    isComplete = true
  }

  private static func open(
    _ path: String
  ) throws(SystemError) -> (descriptor: Int32, partialPath: String?) {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else {
      return (try takePartial(path + ".partial"), path + ".partial")
    }
    switch information.st_mode & S_IFMT {
    case S_IFREG:
      let descriptor = try takePartial(path + ".partial")
      // Whoever could read what was there may read what replaces it.
      _ = fchmod(descriptor, information.st_mode & 0o777)
      return (descriptor, path + ".partial")
    case S_IFDIR: throw SystemError(operation: "write", path: path, reason: .code(EISDIR))
    default:
      let descriptor = openFile(path, O_WRONLY | O_CLOEXEC, 0)
      guard descriptor >= 0 else { throw .current("open", path) }
      return (descriptor, nil)
    }
  }

  /// Opens the file to write to, empty and locked: another process may be about to complete the one
  /// that is there, which must not be emptied under its hands.
  private static func takePartial(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = openFile(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw .current("create", path) }
    var opened = stat()
    var named = stat()
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe fstat(descriptor, &opened) == 0,
      unsafe stat(path, &named) == 0, opened.st_ino == named.st_ino
    else {
      close(descriptor)
      throw SystemError(operation: "write", path: path, reason: .heldBy(process: nil))
    }
    guard ftruncate(descriptor, 0) == 0 else {
      let error = SystemError.current("write", path)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Makes the new name durable; a folder that can't be opened or synced is none of the caller's.
  private static func syncFolder(of path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
    let descriptor = openFile(folder, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}

/// The C function, by a name that no method here has.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}
