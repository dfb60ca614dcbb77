// SPDX-License-Identifier: Apache-2.0

/// A value that lives on one loop's thread, as other threads hold it: they reach it by giving the
/// loop work. The loop lets go of it, on its thread, after its holder has been let go.
package final class LoopBound<Value>: Sendable {
  private let home: EventLoopHandle

  /// Makes the value on the loop's thread, before all work that is given for it.
  package init(on handle: EventLoopHandle, _ make: @escaping @Sendable (EventLoop) -> Value) {
    home = handle
    let identity = ObjectIdentifier(self)
    handle.execute { loop in loop.resources[identity] = LoopBox(make(loop)) }
  }

  /// How a value gives its own loop work, from any thread; false once loop or holder is gone.
  package typealias WayBack = @Sendable (@escaping @Sendable (Value) -> Void) -> Bool

  /// Makes a value that hands out the way back to itself; the way does not keep it.
  package init(
    on handle: EventLoopHandle,
    reachable make: @escaping @Sendable (EventLoop, @escaping WayBack) -> Value
  ) {
    home = handle
    let identity = ObjectIdentifier(self)
    let way: WayBack = { [weak self] work in self?.execute(work) ?? false }
    handle.execute { loop in loop.resources[identity] = LoopBox(make(loop, way)) }
  }

  deinit {
    let identity = ObjectIdentifier(self)
    home.execute { $0.resources[identity] = nil }
  }

  /// The value, for who runs on its loop's thread already; nil if that is another loop's.
  package func value(on loop: EventLoop) -> Value? {
    guard let box = loop.resources[ObjectIdentifier(self)] else { return nil }
    // This object's identity stands for a box of this type only.
    return unsafe unsafeDowncast(box, to: LoopBox<Value>.self).value
  }

  /// Runs `work` with the value on its loop's thread. Returns false, without running it, once the
  /// loop has stopped.
  @discardableResult
  package func execute(_ work: @escaping @Sendable (Value) -> Void) -> Bool {
    // The work keeps this object, and so the value, until it has run.
    home.execute { [self] loop in
      guard let box = loop.resources[ObjectIdentifier(self)] else { return }
      // This object's identity stands for a box of this type only.
      work(unsafe unsafeDowncast(box, to: LoopBox<Value>.self).value)
    }
  }
}

/// Where the loop keeps such a value.
private final class LoopBox<Value>: LoopResource {
  let value: Value

  init(_ value: Value) { self.value = value }

  /// What the value has open ends by itself.
  override func loopStops() {}
}
