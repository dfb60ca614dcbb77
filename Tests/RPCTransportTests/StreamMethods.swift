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

/// Does as `FloodMethod`, but waits for room before it makes a response. A second byte of its request
/// is after how many it ends.
enum PatientFloodMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "PatientFlood")
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
      try await flood(replies, of: stage) {}
    }
    router.onStream(PatientFloodMethod.self) { request, _, replies async throws(Status) in
      let most = request.bytes.count > 1 ? Int(request.bytes[1]) : .max
      try await flood(replies, most, of: stage) { () async throws(Status) in
        // What the protocol puts around a response is counted, too.
        try await replies.waitForRoom(of: FloodMethod.replyBytes + 100)
      }
    }
    router.onStream(HeldStreamMethod.self) { request, _, replies async throws(Status) in
      try await replies.send(request)
      await stage.enter(request.bytes.first ?? 0)
    }
    return router
  }

  private static func flood(
    _ replies: ReplyStream<Blob>, _ most: Int = .max, of stage: Stage,
    before: () async throws(Status) -> Void
  ) async throws(Status) {
    let reply = [UInt8](repeating: 7, count: FloodMethod.replyBytes)
    do throws(Status) {
      for _ in 0..<most {
        try await before()
        try await replies.send(reply)
        stage.note { $0.sent += 1 }
      }
    } catch {
      stage.note { $0.refusals.append(error) }
      throw error
    }
  }
}
