// SPDX-License-Identifier: Apache-2.0

/// Finds the handler of a path. Each event loop has a router of its own, so handlers may hold
/// state of that loop without a lock.
package struct Router {
  private var slots: [Route?]
  private var mask: Int
  private var count = 0

  /// Creates a router without routes.
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
    let run: Route.Run = { bytes, context, output throws(Status) in
      let request: Method.Request
      do throws(WireError) {
        request = try Method.Request(wire: bytes)
      } catch {
        throw Status(error)
      }
      try handler(request, &context, &output)
    }
    insert(Route(path: method.path, run: run))
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

  private mutating func insert(_ route: Route) {
    precondition(count < slots.count / 2, "More methods than the router has room for.")
    let path = route.path.bytes
    var index = Self.hash(path.span) & mask
    while let taken = slots[index] {
      precondition(taken.path != route.path, "\(route.path) has a handler already.")
      index = (index + 1) & mask
    }
    slots[index] = route
    count += 1
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

/// A method's path and the closure that serves it.
package final class Route {
  /// Decodes the request, serves it, and appends the encoded response.
  package typealias Run = (Span<UInt8>, inout CallContext, inout [UInt8]) throws(Status) -> Void

  /// The method's path.
  package let path: MethodPath
  /// Serves one call.
  package let run: Run

  init(path: MethodPath, run: @escaping Run) {
    self.path = path
    self.run = run
  }

  func matches(_ candidate: Span<UInt8>) -> Bool {
    let bytes = path.bytes
    return candidate.equals(bytes.span)
  }
}
