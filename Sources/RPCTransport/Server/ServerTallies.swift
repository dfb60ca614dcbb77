// SPDX-License-Identifier: Apache-2.0

package import RPCCore
internal import Synchronization

/// The tallies of all loops of a server, which come as its routers are made.
final class ServerTallies: Sendable {
  private let all = Mutex<[MethodTally]>([])

  /// Takes the tallies of a router.
  func add(_ tallies: [MethodTally]) { all.withLock { $0 += tallies } }

  /// What they say together, by method.
  var counts: [MethodCounts] {
    var byPath: [MethodPath?: MethodCounts] = [:]
    for tally in all.withLock({ $0 }) {
      var method =
        byPath[tally.path] ?? MethodCounts(path: tally.path, kind: tally.kind, counts: .init())
      tally.add(to: &method.counts)
      byPath[tally.path] = method
    }
    return byPath.values.sorted { ($0.path?.description ?? "") < ($1.path?.description ?? "") }
  }
}

/// How the calls of one method went, on all loops together.
package struct MethodCounts: Sendable {
  /// The method; nil stands for all that callers named and that there are not.
  package let path: MethodPath?
  /// What kind of calls it has.
  package let kind: CallKind
  /// What was counted.
  package var counts: MethodTally.Counts
}
