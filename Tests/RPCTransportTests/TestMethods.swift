// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// A message that is its bytes.
struct Blob: WireMessage, Equatable {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(wire: Span<UInt8>) throws(WireError) {
    bytes = []
    bytes.append(copying: wire)
    // One byte that no message of these tests may begin with.
    if bytes.first == 0xBB { throw .malformed(message: "Blob") }
  }

  func append(to bytes: inout [UInt8]) { bytes += self.bytes }
}

/// Answers what it is sent.
enum EchoMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "Echo")
}

/// Answers as many bytes as its request says, in thousands.
enum LargeMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "Large")
}

/// Answers its metadata and its deadline as text.
enum ContextMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "Context")
}

/// Fails, with a detail.
enum FailMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "Fail")
  static let status = Status(
    .notFound, "No quote has the id é.", details: [.retryInfo(delay: .seconds(1))])
}

/// Serves nothing, but has a path.
enum MissingMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "Missing")
}

extension Router {
  /// Serves the methods of these tests.
  static func forTests() -> Router {
    var router = Router()
    router.on(EchoMethod.self) { request, _ throws(Status) in request }
    router.on(LargeMethod.self) { request, _ throws(Status) in
      Blob([UInt8](repeating: 0x5A, count: Int(request.bytes.first ?? 0) * 1_000))
    }
    router.on(ContextMethod.self) { _, context throws(Status) in
      let entries = context.metadata.entries.map { "\($0.name)=\($0.value)" }
      let deadline = context.deadline == .never ? "never" : "\(context.deadline.nanoseconds)"
      context.initialMetadata.append("left", Array("behind".utf8))
      return Blob(Array((entries + [deadline]).joined(separator: " ").utf8))
    }
    router.on(FailMethod.self) { _, _ throws(Status) in throw FailMethod.status }
    return router
  }
}
