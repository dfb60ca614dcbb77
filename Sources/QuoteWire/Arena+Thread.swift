// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension Arena {
  /// Lends the thread's arena, with nothing in it.
  ///
  /// An arena for each thread, made once, keeps messages from allocating without passing an arena
  /// through every layer. While it is lent, whoever asks on the same thread gets one made anew.
  static func withThreadArena<Result, Failure: Error>(
    budgetBytes: Int, _ use: (inout Arena) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let slot = unsafe threadSlot()
    var arena: Arena
    if let kept = unsafe slot.pointee.take() {
      arena = kept
      arena.reset(budgetBytes: budgetBytes)
    } else {
      arena = Arena(budgetBytes: budgetBytes)
    }
    do throws(Failure) {
      let result = try use(&arena)
      unsafe giveBack(arena, to: slot)
      return result
    } catch {
      unsafe giveBack(arena, to: slot)
      throw error
    }
  }

  /// What the thread's arena has come to since it was made.
  package static var useOfThread: (peakChunkBytes: Int, chunksEverAllocated: Int) {
    withThreadArena(budgetBytes: 0) { arena in
      (arena.peakChunkBytes, arena.chunksEverAllocated)
    }
  }

  private static func giveBack(_ arena: consuming Arena, to slot: UnsafeMutablePointer<Arena?>) {
    // A large message must not bind its memory until the next.
    arena.reset(budgetBytes: 0)
    unsafe slot.pointee = consume arena
  }

  private static func threadSlot() -> UnsafeMutablePointer<Arena?> {
    if let slot = unsafe pthread_getspecific(threadKey) {
      return unsafe slot.assumingMemoryBound(to: Arena?.self)
    }
    let slot = UnsafeMutablePointer<Arena?>.allocate(capacity: 1)
    unsafe slot.initialize(to: nil)
    let outcome = unsafe pthread_setspecific(threadKey, slot)
    precondition(outcome == 0, "The thread has no room for its arena.")
    return unsafe slot
  }

  private static let threadKey: pthread_key_t = {
    var key = pthread_key_t()
    let outcome = unsafe pthread_key_create(&key) { slot in
      // Darwin and Linux differ on whether the slot may be nil, which it never is.
      let known: UnsafeMutableRawPointer? = unsafe slot
      guard let slot = unsafe known?.assumingMemoryBound(to: Arena?.self) else { return }
      unsafe slot.deinitialize(count: 1)
      unsafe slot.deallocate()
    }
    precondition(outcome == 0, "The process has no thread key left.")
    return key
  }()
}
