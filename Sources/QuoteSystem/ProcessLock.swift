// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The right of one process to a folder or a file, held until the lock is let go or the process ends.
///
/// The lock is `flock` on a file of its own, so that a process that was killed leaves none behind; the
/// file holds the holder's process id, for the message to the one who is refused.
package final class ProcessLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of a folder that exists, by the file `lock` in it, or throws `heldBy` at once.
  package convenience init(directory: String) throws(SystemError) {
    try self.init(by: directory + "/lock", to: directory)
  }

  /// Takes the lock of a file that may not be there yet, by one beside it, or throws `heldBy` at once.
  package convenience init(file: String) throws(SystemError) {
    try self.init(by: file + ".lock", to: file)
  }

  private init(by path: String, to subject: String) throws(SystemError) {
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .current("open", path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = errno
      close(descriptor)
      guard error == EWOULDBLOCK else {
        throw SystemError(operation: "lock", path: path, reason: .code(error))
      }
      throw SystemError(
        operation: "lock", path: subject, reason: .heldBy(process: Self.holder(path)))
    }
    Self.writeHolder(descriptor)
  }

  deinit {
    // A program that was started just now may have the descriptor still, which only closes with what
    // it becomes: the lock goes all the same.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func holder(_ path: String) -> Int32? {
    guard let bytes = try? File.read(path, limit: 32) else { return nil }
    return Int32(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
  }

  /// Notes who holds the lock. That it fails on a full disk is no reason to refuse the lock.
  private static func writeHolder(_ descriptor: Int32) {
    guard ftruncate(descriptor, 0) == 0 else { return }
    let text = Array("\(getpid())\n".utf8)
    _ = unsafe text.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }
}
