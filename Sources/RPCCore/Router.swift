// SPDX-License-Identifier: Apache-2.0

/// Finds the handler of a path. Each event loop has a router of its own, so handlers may hold
/// state of that loop without a lock.
package struct Router {
  /// Looks at every call of the router's methods before its handler does; throws to refuse it.
  /// It runs on the loop's thread, when the caller's metadata is complete, and must not wait.
  package var gate: ((inout CallContext) throws(Status) -> Void)?

  private var isOutsideGate = false
  private var slots: [Route?]
  private var mask: Int
  private var count = 0

  /// Creates a router without routes and without a gate.
  package init() {
    slots = Array(repeating: nil, count: 64)
    mask = slots.count - 1
  }

  /// Serves a method inline: the handler runs on the loop's thread and must not wait.
  package mutating func on<Method: RPCMethod>(
    _ method: Method.Type,
    _ handler:
      @escaping (borrowing Method.Request, inout CallContext) throws(Status) -> Method.Response
  ) {
    onReady(method) { request, context, output throws(Status) in
      try handler(request, &context).append(to: &output)
    }
  }

  /// Serves a method inline with ready bytes: the handler appends the encoded response itself.
  package mutating func onReady<Method: RPCMethod>(
    _ method: Method.Type,
    _ handler:
      @escaping (borrowing Method.Request, inout CallContext, inout [UInt8]) throws(Status) -> Void
  ) {
    insert(method.path) { bytes, context, output throws(Status) in
      try handler(try Method.Request(read: bytes), &context, &output)
      return nil
    }
  }

  /// Registers methods whose callers need not pass the gate, such as those of probes.
  package mutating func outsideGate(_ register: (inout Router) -> Void) {
    isOutsideGate = true
    register(&self)
    isOutsideGate = false
  }

  /// The route of a path, or nil.
  package func route(_ path: Span<UInt8>) -> Route? {
    var index = Self.hash(path) & mask
    while let route = slots[index] {
      if route.matches(path) { return route }
      index = (index + 1) & mask
    }
    return nil
  }

  /// How often each of the methods was called.
  package var tallies: [MethodTally] { slots.compactMap { $0?.tally } }

  /// Serves a path.
  mutating func insert(
    _ path: MethodPath, kind: CallKind = .unary, byTasks isAnsweredByTasks: Bool = false,
    reading begin: Route.Begin? = nil, _ run: @escaping Route.Run
  ) {
    if count >= slots.count / 2 { grow() }
    let bytes = path.bytes
    let index = freeSlot(bytes.span)
    slots[index] = Route(
      path: path, kind: kind, isAnsweredByTasks: isAnsweredByTasks, isOutsideGate: isOutsideGate,
      begin: begin, run: run)
    count += 1
  }

  private mutating func grow() {
    let routes = slots
    slots = Array(repeating: nil, count: routes.count * 2)
    mask = slots.count - 1
    for case let route? in routes {
      let bytes = route.path.bytes
      let index = freeSlot(bytes.span)
      slots[index] = route
    }
  }

  /// Where a path that is not served yet belongs.
  private func freeSlot(_ path: Span<UInt8>) -> Int {
    var index = Self.hash(path) & mask
    while let taken = slots[index] {
      precondition(!taken.matches(path), "\(taken.path) has a handler already.")
      index = (index + 1) & mask
    }
    return index
  }

  /// Mixes the length and the last eight bytes, where the paths of one service differ.
  private static func hash(_ path: Span<UInt8>) -> Int {
    var hash = UInt32(truncatingIfNeeded: path.count) &* 0x9E37_79B1
    for index in max(0, path.count - 8)..<path.count {
      hash = (hash ^ UInt32(path[index])) &* 0x0100_0193
    }
    return Int(hash >> 8)
  }
}

extension WireMessage {
  /// Decodes a call's message. Throws the status that the call ends with.
  init(read bytes: Span<UInt8>) throws(Status) {
    do throws(WireError) {
      try self.init(wire: bytes)
    } catch {
      throw Status(error)
    }
  }
}
