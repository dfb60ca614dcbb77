// SPDX-License-Identifier: Apache-2.0

internal import CUV

/// Why something with a socket failed, in words that name the address and the cause.
package struct NetError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was being done.
  package enum Operation: Equatable, Sendable {
    case parse, connect, listen, transfer, start
  }

  /// What stood in the way.
  package enum Cause: Equatable, Sendable {
    /// Nobody listens there.
    case refused
    /// There is no Unix socket of that name.
    case noSuchSocket
    /// The name has no address.
    case noSuchHost
    /// No answer within the time that was given.
    case timedOut
    /// The other side broke the connection off.
    case reset
    /// Another program listens there.
    case addressInUse
    /// The system doesn't allow it to this user.
    case permissionDenied
    /// The loop has been stopped.
    case stopped
    /// The text is no address, for the reason given.
    case badAddress(String)
    /// Anything else, in the system's words.
    case other(String)
  }

  /// What was being done.
  package let operation: Operation
  /// The address as it was written; empty where there is none.
  package let address: String
  /// What stood in the way.
  package let cause: Cause

  init(_ operation: Operation, _ address: String, _ cause: Cause) {
    self.operation = operation
    self.address = address
    self.cause = cause
  }

  /// Translates a result of libuv: a negated `errno`, or a number of `getaddrinfo`.
  init(_ operation: Operation, _ address: String, code: Int32) {
    // Who connects to a Unix socket lacks that; who makes one lacks its folder.
    let lacksFolder = operation == .listen && code == UV_ENOENT.rawValue
    self.init(operation, address, lacksFolder ? .other("the folder is missing") : Cause(code: code))
  }

  /// One sentence, such as "Cannot connect to 127.0.0.1:50051: connection refused."
  package var description: String {
    switch operation {
    case .parse: "\"\(address)\" is no address: \(cause)."
    case .connect: "Cannot connect to \(address): \(cause)."
    case .listen: "Cannot listen on \(address): \(cause)."
    case .transfer: "The connection to \(address) was lost: \(cause)."
    case .start: "Cannot start an event loop: \(cause)."
    }
  }
}

extension NetError.Cause: CustomStringConvertible {
  /// The cause as the end of a sentence.
  package var description: String {
    switch self {
    case .refused: "connection refused"
    case .noSuchSocket: "there is no such socket"
    case .noSuchHost: "no such host"
    case .timedOut: "no answer in time"
    case .reset: "broken off by the other side"
    case .addressInUse: "the address is in use by another program"
    case .permissionDenied: "permission denied"
    case .stopped: "the event loop has stopped"
    case .badAddress(let reason): reason
    case .other(let words): words
    }
  }

  init(code: Int32) {
    switch code {
    case UV_ECONNREFUSED.rawValue: self = .refused
    case UV_ENOENT.rawValue: self = .noSuchSocket
    case UV_EAI_NONAME.rawValue, UV_EAI_NODATA.rawValue: self = .noSuchHost
    case UV_ETIMEDOUT.rawValue: self = .timedOut
    case UV_ECONNRESET.rawValue, UV_EPIPE.rawValue, UV_ECONNABORTED.rawValue: self = .reset
    case UV_EADDRINUSE.rawValue: self = .addressInUse
    case UV_EACCES.rawValue, UV_EPERM.rawValue: self = .permissionDenied
    default: self = .other(unsafe String(cString: uv_strerror(code)))
    }
  }
}
