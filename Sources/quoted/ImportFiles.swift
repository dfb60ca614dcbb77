// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteSystem

/// The files that an import is asked for.
struct ImportFiles {
  /// Those named, and those in the folders named.
  let paths: [String]
  /// The bytes of all of them; that all can be read is found out before anything is changed.
  let byteCount: Int

  /// The largest file that is read, in bytes: the whole of it is kept while it is read.
  private static let fileBytes = 2 << 30

  init(_ given: [String]) throws(Failure) {
    do throws(SystemError) {
      var paths: [String] = []
      for path in given { paths += try Self.files(at: path) }
      var byteCount = 0
      for path in paths where path != standardInput { byteCount += try File.size(of: path) }
      self.paths = paths
      self.byteCount = byteCount
    } catch {
      throw Failure("\(error); nothing was imported", .noInput)
    }
  }

  /// Reads a file.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try File.read(path == standardInput ? "/dev/stdin" : path, limit: fileBytes)
    } catch {
      throw Failure("\(error)", .noInput)
    }
  }

  private static func files(at path: String) throws(SystemError) -> [String] {
    guard path != standardInput, File.isDirectory(path) else { return [path] }
    let names = try File.names(in: path).filter { name in
      !name.hasPrefix(".") && !name.hasSuffix(".dat") && !name.hasSuffix(".u8")
    }
    return names.map { "\(path)/\($0)" }.filter { !File.isDirectory($0) }
  }
}

/// What stands for the standard input, or output, among files.
let standardInput = "-"
