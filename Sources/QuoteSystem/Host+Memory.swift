// SPDX-License-Identifier: Apache-2.0

internal import CMalloc

extension Host {
  /// Lets all threads take their memory from a few heaps, so that what one of them gives back serves
  /// the others; call it before there are threads.
  ///
  /// glibc gives each thread a heap of its own otherwise, and each keeps its holes. Does nothing
  /// with other allocators, or where `MALLOC_ARENA_MAX` in the environment says how many.
  package static func limitHeaps(to count: Int) {
    guard environment("MALLOC_ARENA_MAX") == nil else { return }
    quoted_limit_arenas(Int32(count))
  }

  /// Gives memory that is free back to the system, for others and so that what the process takes is
  /// what it uses: glibc keeps it otherwise. Takes some milliseconds, in which threads that allocate
  /// may wait. Does nothing with other allocators.
  package static func returnFreeMemory() { quoted_trim_heap() }
}
