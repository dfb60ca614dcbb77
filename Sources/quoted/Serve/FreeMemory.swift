// SPDX-License-Identifier: Apache-2.0

internal import QuoteSystem
internal import Synchronization

/// Gives the memory of what is over back to the system: a while later, off the loops, and once for
/// all that is over by then.
final class FreeMemory: Sendable {
  private let isToReturn = Atomic(false)

  /// By then what was called over is freed, and the calls that others make meanwhile share the cost.
  private static let delay = Duration.seconds(1)

  /// Gives back, in a moment, what is free then.
  func returnSoon() {
    guard !isToReturn.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task { [self] in
      try? await Task.sleep(for: Self.delay)
      isToReturn.store(false, ordering: .releasing)
      Host.returnFreeMemory()
    }
  }
}
