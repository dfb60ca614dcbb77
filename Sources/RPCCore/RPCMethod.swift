// SPDX-License-Identifier: Apache-2.0

/// A method as server and client share it: its path and the types of its messages.
package protocol RPCMethod {
  /// What a caller sends.
  associatedtype Request: WireMessage
  /// What a caller gets back.
  associatedtype Response: WireMessage

  /// `/package.Service/Method`.
  static var path: MethodPath { get }
}

/// The path of a method, `/package.Service/Method`, kept as the bytes that travel.
package struct MethodPath: Hashable, Sendable, CustomStringConvertible {
  /// The path in ASCII.
  package let bytes: [UInt8]

  /// Joins a service's full name and a method's name.
  package init(service: String, method: String) {
    bytes = Array("/\(service)/\(method)".utf8)
  }

  /// The path as text.
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
