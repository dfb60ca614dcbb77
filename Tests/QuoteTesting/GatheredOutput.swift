// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// What a running program writes to one of its streams, read on a thread of its own so that the
/// program never waits for the test.
final class GatheredOutput: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var hasEnded = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The end of the pipe that the program writes to.
  let pipe: Pipe
  private let state = Mutex(State())

  init() { pipe = Pipe() }

  /// Begins to read; to be called once the program holds the other end.
  func begin() {
    let reading = pipe.fileHandleForReading
    let thread = Thread { [self] in
      while true {
        let data = reading.availableData
        let waiting = state.withLock { state in
          state.bytes += data
          state.hasEnded = data.isEmpty
          defer { state.waiting = [] }
          return state.waiting
        }
        for continuation in waiting { continuation.resume() }
        if data.isEmpty { return }
      }
    }
    thread.start()
  }

  /// What has come until now.
  var soFar: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

  /// All of it, once the stream has ended.
  func text() async -> String {
    while !state.withLock({ $0.hasEnded }) { await change() }
    return soFar
  }

  /// Whether it holds some text; waits until it does, or has ended.
  func holds(_ text: String) async -> Bool {
    await becomes { String(decoding: $0, as: UTF8.self).contains(text) }
  }

  /// Whether it is as it should be; waits until it is, or has ended.
  func becomes(_ isAsItShouldBe: ([UInt8]) -> Bool) async -> Bool {
    while true {
      let (bytes, hasEnded) = state.withLock { ($0.bytes, $0.hasEnded) }
      if isAsItShouldBe(bytes) { return true }
      if hasEnded { return false }
      await change(after: bytes.count)
    }
  }

  /// What follows in the first whole line that starts so, or nil where the stream ended without it.
  func line(startingWith prefix: String) async -> String? {
    while true {
      let (bytes, hasEnded) = state.withLock { ($0.bytes, $0.hasEnded) }
      let lines = String(decoding: bytes, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let line = lines.first(where: { $0.hasPrefix(prefix) }) {
        return String(line.dropFirst(prefix.count))
      }
      if hasEnded { return nil }
      await change(after: bytes.count)
    }
  }

  /// Waits until there is more than there was, or the end.
  private func change(after count: Int? = nil) async {
    await withCheckedContinuation { continuation in
      let isLate = state.withLock { state in
        if state.hasEnded || count.map({ state.bytes.count > $0 }) ?? false { return true }
        state.waiting.append(continuation)
        return false
      }
      if isLate { continuation.resume() }
    }
  }
}
