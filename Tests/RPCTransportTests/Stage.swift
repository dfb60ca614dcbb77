// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Synchronization

/// Where handlers that run as tasks wait for a test to let them go, and tell what becomes of them.
final class Stage: Sendable {
  /// What has happened, by the first byte of the calls' requests.
  struct Scene {
    var entered: [UInt8] = []
    var released: Set<UInt8> = []
    var cancelled: [UInt8] = []
    /// How many replies handlers of streams have sent.
    var sent = 0
    /// How many requests handlers have read of streams of them.
    var read = 0
    /// How many more requests have been written than read, at most.
    var most = 0
    /// What a handler of a stream was told when it could send no more.
    var refusals: [Status] = []
  }

  private struct State {
    var scene = Scene()
    var waiters:
      [(isTrue: @Sendable (Scene) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
        []
  }

  private let state = Mutex(State())

  /// What has happened so far.
  var scene: Scene { state.withLock { $0.scene } }

  /// Waits until something has happened.
  func until(_ isTrue: @escaping @Sendable (Scene) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isTrueNow = state.withLock { state in
        if isTrue(state.scene) { return true }
        state.waiters.append((isTrue, continuation))
        return false
      }
      if isTrueNow { continuation.resume() }
    }
  }

  /// Notes that something has happened.
  func note(_ change: (inout Scene) -> Void) {
    let ready = state.withLock { state in
      change(&state.scene)
      let scene = state.scene
      let ready = state.waiters.filter { $0.isTrue(scene) }
      state.waiters.removeAll { $0.isTrue(scene) }
      return ready.map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  /// Lets the calls with this byte go on.
  func release(_ name: UInt8) { note { $0.released.insert(name) } }

  /// What a handler does: it waits until it is released, and notes if it is cancelled meanwhile.
  func enter(_ name: UInt8) async {
    note { $0.entered.append(name) }
    await withTaskCancellationHandler {
      await until { $0.released.contains(name) }
    } onCancel: {
      note { $0.cancelled.append(name) }
    }
  }
}

/// Answers its request when the stage releases it, whether it is cancelled or not.
enum HeldMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "Held")
}

/// Answers requests below 100 at once, and others as `HeldMethod` does.
enum SometimesHeldMethod: RPCMethod {
  typealias Request = Blob
  typealias Response = Blob
  static let path = MethodPath(service: "test.Service", method: "SometimesHeld")
}

extension Router {
  /// Serves the methods of these tests, and those that wait on a stage.
  static func forTests(on stage: Stage) -> Router {
    var router = forTests()
    router.onAsync(HeldMethod.self) { request, _ async throws(Status) in
      await stage.enter(request.bytes.first ?? 0)
      if request.bytes.count > 1 { throw FailMethod.status }
      return request
    }
    router.onReady(SometimesHeldMethod.self) { request, _, output throws(Status) in
      output.append(contentsOf: request.bytes)
      return (request.bytes.first ?? 0) < 100 ? .now : .later
    } orLater: { request, _ async throws(Status) in
      await stage.enter(request.bytes.first ?? 0)
      return request
    }
    return router
  }
}
