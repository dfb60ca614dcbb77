// SPDX-License-Identifier: Apache-2.0

/// How a call ended: a code, words for a person, and details for a program.
public struct Status: Error, Sendable, Equatable {
  /// What kind of end it was.
  public var code: Code
  /// What was wrong, with the value, and what would be right; empty for `ok`.
  public var message: String
  /// Details that a program can act on.
  public var details: [Detail]

  /// Creates a status.
  public init(_ code: Code, _ message: String, details: [Detail] = []) {
    self.code = code
    self.message = message
    self.details = details
  }

  /// Success.
  public static let ok = Status(.ok, "")
}

extension Status {
  /// The status codes of gRPC, by their published numbers.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number on the wire.
    public let rawValue: Int32

    /// Creates a code from its number; numbers above 16 are kept as they are.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// 0: no error.
    public static let ok = Code(rawValue: 0)
    /// 1: the caller cancelled.
    public static let cancelled = Code(rawValue: 1)
    /// 2: an error that carries no code of its own.
    public static let unknown = Code(rawValue: 2)
    /// 3: the request can never succeed as it is.
    public static let invalidArgument = Code(rawValue: 3)
    /// 4: the deadline passed first.
    public static let deadlineExceeded = Code(rawValue: 4)
    /// 5: there is no such thing.
    public static let notFound = Code(rawValue: 5)
    /// 6: there is such a thing already.
    public static let alreadyExists = Code(rawValue: 6)
    /// 7: the caller may not.
    public static let permissionDenied = Code(rawValue: 7)
    /// 8: a limit was reached.
    public static let resourceExhausted = Code(rawValue: 8)
    /// 9: the system is not in the state that the call needs.
    public static let failedPrecondition = Code(rawValue: 9)
    /// 10: another caller was faster.
    public static let aborted = Code(rawValue: 10)
    /// 11: past the end of what there is.
    public static let outOfRange = Code(rawValue: 11)
    /// 12: there is no such method here.
    public static let unimplemented = Code(rawValue: 12)
    /// 13: something that must hold does not.
    public static let `internal` = Code(rawValue: 13)
    /// 14: not now; trying again may help.
    public static let unavailable = Code(rawValue: 14)
    /// 15: data was lost for good.
    public static let dataLoss = Code(rawValue: 15)
    /// 16: who the caller is has not been shown.
    public static let unauthenticated = Code(rawValue: 16)

    /// The code's name as gRPC writes it, such as `NOT_FOUND`.
    public var description: String {
      let index = Int(rawValue)
      return Self.names.indices.contains(index) ? Self.names[index] : "CODE_\(rawValue)"
    }

    private static let names = [
      "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
      "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
      "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS",
      "UNAUTHENTICATED",
    ]
  }

  /// One detail, as `google.rpc` defines it.
  public enum Detail: Sendable, Equatable {
    /// `google.rpc.ErrorInfo`: a reason in UPPER_SNAKE_CASE within a domain.
    case errorInfo(reason: String, domain: String, metadata: [String: String])
    /// `google.rpc.BadRequest`: the fields at fault, and why.
    case badRequest([FieldViolation])
    /// `google.rpc.RetryInfo`: how long to wait before trying again.
    case retryInfo(delay: Duration)
    /// Any other message: its type's URL and its encoded bytes.
    case other(typeURL: String, value: [UInt8])
  }

  /// A field of the request that is at fault.
  public struct FieldViolation: Sendable, Equatable {
    /// The field's name in the proto, with dots for what lies deeper.
    public var field: String
    /// What is wrong with it and what would be right.
    public var description: String

    /// Creates a violation.
    public init(field: String, description: String) {
      self.field = field
      self.description = description
    }
  }
}
