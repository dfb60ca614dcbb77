// SPDX-License-Identifier: Apache-2.0
// Tells the thread sanitizer of the locks that it can't see; linked into programs built for it.
//
// Swift's `Mutex` is a word in memory. To take a free one and to give it back are atomic operations
// within the program, which the sanitizer knows of. But who has to wait calls into the standard
// library, which was not built for it and there takes the word itself, or from Linux: so what was
// done under the lock before seems to race with what is done now. To suppress such reports would
// hide real ones within the same functions. These functions stand before the library's instead, and
// say what they mean: nothing is left to suppress.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *
#define HANDLE "$s15Synchronization12_MutexHandleV"

// The names of `_MutexHandle`'s methods `_lockSlow(_:)`, `_tryLockSlow()` and `_unlockSlow()`.
#define LOCK HANDLE "9_lockSlowyys6UInt32VF"
#define TRY_LOCK HANDLE "12_tryLockSlowSbyF"
#define UNLOCK HANDLE "11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF handle) __asm__(LOCK);
SWIFT bool try_lock_slow(SELF handle) __asm__(TRY_LOCK);
SWIFT void unlock_slow(SELF handle) __asm__(UNLOCK);

// The library's own function of a name, looked up once.
static void *next(const char *name, void **known) {
  void *function = __atomic_load_n(known, __ATOMIC_ACQUIRE);
  if (function != NULL) return function;
  function = dlsym(RTLD_NEXT, name);
  if (function == NULL) abort();
  __atomic_store_n(known, function, __ATOMIC_RELEASE);
  return function;
}

SWIFT void lock_slow(uint32_t thread, SELF handle) {
  static void *known;
  SWIFT void (*lock)(uint32_t, SELF) = (SWIFT void (*)(uint32_t, SELF))next(LOCK, &known);
  lock(thread, handle);
  __tsan_acquire(handle);
}

SWIFT bool try_lock_slow(SELF handle) {
  static void *known;
  SWIFT bool (*try_lock)(SELF) = (SWIFT bool (*)(SELF))next(TRY_LOCK, &known);
  const bool is_taken = try_lock(handle);
  if (is_taken) __tsan_acquire(handle);
  return is_taken;
}

SWIFT void unlock_slow(SELF handle) {
  static void *known;
  SWIFT void (*unlock)(SELF) = (SWIFT void (*)(SELF))next(UNLOCK, &known);
  __tsan_release(handle);
  unlock(handle);
}
