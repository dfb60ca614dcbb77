// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport

/// Answers as many responses as its first byte says, numbered; a second byte is their size in
/// thousands, a third makes it fail after them.
enum CountMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "Count")
}

/// Sends responses of 10,000 bytes until it can't, and notes how many and why.
enum FloodMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "Flood")
  static let replyBytes = 10_000
}

/// Sends one response, and ends when the stage releases it.
enum HeldStreamMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "HeldStream")
}

extension Router {
  /// Serves the methods of these tests, those that wait on a stage, and streams.
  static func withStreams(on stage: Stage) -> Router {
    var router = forTests(on: stage)
    router.onStream(CountMethod.self) { request, _, replies async throws(Status) in
      let bytes = request.bytes
      let size = bytes.count > 1 ? Int(bytes[1]) * 1_000 : 0
      for number in 0..<(bytes.first ?? 0) {
        // Every tenth is empty, which is a response too.
        let content = number % 10 == 9 ? [] : [number] + [UInt8](repeating: 7, count: size)
        try await replies.send(Blob(content))
        stage.note { $0.sent += 1 }
      }
      if bytes.count > 2 { throw FailMethod.status }
    }
    router.onStream(FloodMethod.self) { _, _, replies async throws(Status) in
      let reply = [UInt8](repeating: 7, count: FloodMethod.replyBytes)
      do throws(Status) {
        while true {
          try await replies.send(reply)
          stage.note { $0.sent += 1 }
        }
      } catch {
        stage.note { $0.refusals.append(error) }
        throw error
      }
    }
    router.onStream(HeldStreamMethod.self) { request, _, replies async throws(Status) in
      try await replies.send(request)
      await stage.enter(request.bytes.first ?? 0)
    }
    return router
  }
}
