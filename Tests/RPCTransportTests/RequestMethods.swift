// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport

/// Answers how many bytes all of its requests have together, as text.
enum SumMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "Sum")
}

/// Waits until the stage releases 1, and does then as `SumMethod`.
enum HeldSumMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "HeldSum")
}

/// Answers its first request; one that is empty by an error.
enum FirstMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "First")
}

/// Answers each request by one like it; after one that begins with 0 it ends, and after one that
/// begins with 0xEE it fails.
enum MirrorMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "Mirror")
}

/// Reads nothing, and ends when the stage releases 1.
enum HeldMirrorMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "HeldMirror")
}

extension Router {
  /// Serves the methods of these tests, and those of streams of responses.
  static func withRequests(on stage: Stage) -> Router {
    var router = withStreams(on: stage)
    router.onRequests(SumMethod.self) { requests, _ async throws(Status) in
      try await sum(requests, on: stage)
    }
    router.onRequests(HeldSumMethod.self) { requests, _ async throws(Status) in
      await stage.enter(1)
      return try await sum(requests, on: stage)
    }
    router.onRequests(FirstMethod.self) { requests, _ async throws(Status) in
      var iterator = requests.makeAsyncIterator()
      guard let first = try await iterator.next(), !first.bytes.isEmpty else {
        throw FailMethod.status
      }
      return first
    }
    router.onBidirectional(MirrorMethod.self) { requests, _, replies async throws(Status) in
      do throws(Status) {
        for try await request in requests {
          if request.bytes.first == 0 { return }
          if request.bytes.first == 0xEE { throw FailMethod.status }
          try await replies.send(request)
        }
      } catch {
        stage.note { $0.refusals.append(error) }
        throw error
      }
    }
    router.onBidirectional(HeldMirrorMethod.self) { _, _, _ async throws(Status) in
      await stage.enter(1)
    }
    return router
  }

  /// Counts the bytes of all requests, and notes each, and why there are no more where it is told.
  private static func sum(
    _ requests: RequestStream<Blob>, on stage: Stage
  ) async throws(Status) -> Blob {
    var sum = 0
    do throws(Status) {
      for try await request in requests {
        sum += request.bytes.count
        stage.note { $0.read += 1 }
        await Task.yield()
      }
    } catch {
      stage.note { $0.refusals.append(error) }
      throw error
    }
    return Blob(Array("\(sum)".utf8))
  }
}
