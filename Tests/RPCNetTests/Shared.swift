// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A value that a test and its loops share.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  var value: Value { mutex.withLock { $0 } }

  func update(_ change: (inout Value) -> Void) { mutex.withLock { change(&$0) } }
}
