// SPDX-License-Identifier: Apache-2.0

/// How a program ended, by the numbers of BSD's sysexits, so that scripts can tell causes apart.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
  /// The number that the process exits with.
  package let rawValue: Int32

  /// Creates a status from its number.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// 0: it did what was asked.
  package static let success = Self(rawValue: 0)
  /// 64: the command line was wrong.
  package static let usage = Self(rawValue: 64)
  /// 65: what came in was wrong in its content.
  package static let data = Self(rawValue: 65)
  /// 66: an input file isn't there or can't be read.
  package static let noInput = Self(rawValue: 66)
  /// 69: a service isn't there.
  package static let unavailable = Self(rawValue: 69)
  /// 70: a bug of the program.
  package static let software = Self(rawValue: 70)
  /// 71: the operating system refused something.
  package static let systemError = Self(rawValue: 71)
  /// 73: an output file can't be made.
  package static let cannotCreate = Self(rawValue: 73)
  /// 74: reading or writing failed.
  package static let inputOutput = Self(rawValue: 74)
  /// 75: not now; trying again may help.
  package static let temporaryFailure = Self(rawValue: 75)
  /// 76: the other side broke the protocol.
  package static let `protocol` = Self(rawValue: 76)
  /// 77: it isn't allowed.
  package static let noPermission = Self(rawValue: 77)
  /// 78: the configuration is wrong.
  package static let configuration = Self(rawValue: 78)
}
