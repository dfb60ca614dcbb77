// SPDX-License-Identifier: Apache-2.0
// Tells the thread sanitizer of Swift's counts of references; linked into programs built for it.
//
// Who holds the last reference to an object may change it in place or free it: the count orders that
// behind all that others did before they let go of theirs. The count is kept by the standard
// library, which was not built for the sanitizer, so that a program as right as this one seems to
// have a race, once it is optimized and changes the object by code of its own:
//
//     // One thread: reads `node.value`, then lets go of the node.
//     // Another, after that:
//     if isKnownUniquelyReferenced(&node) { node.value += 1 }
//
// These functions stand before the library's and say what they mean. Nothing is suppressed: without
// the question who else holds a reference, a change is reported. What the library lets go of by
// itself doesn't pass here; it has not been missed so far.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

// The library's own functions of these names.
static void (*library_release)(void *object);
static void (*library_release_n)(void *object, uint32_t count);
static void (*library_release_bridge)(void *bits);
static bool (*library_is_unique)(const void *object);
static bool (*library_is_unique_bridge)(uintptr_t bits);

static void *library(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (function == NULL) abort();
  return function;
}

// Before everything else of the program, which has only one thread then.
__attribute__((constructor(101))) static void find_library(void) {
  library_release = (void (*)(void *))library("swift_release");
  library_release_n = (void (*)(void *, uint32_t))library("swift_release_n");
  library_release_bridge = (void (*)(void *))library("swift_bridgeObjectRelease");
  library_is_unique =
      (bool (*)(const void *))library("swift_isUniquelyReferenced_nonNull_native");
  library_is_unique_bridge =
      (bool (*)(uintptr_t))library("swift_isUniquelyReferenced_nonNull_bridgeObject");
}

// A reference may be nil, or stand for a value that is no object, such as a short string's; some
// have flags in them.
static void *object_of(const void *reference) {
  if ((intptr_t)reference <= 0) return NULL;
  return (void *)((uintptr_t)reference & 0x00FFFFFFFFFFFFF8);
}

static void let_go(const void *reference) {
  void *object = object_of(reference);
  if (object == NULL) return;
  __tsan_release(object);
  // The last one frees it, which runs code of the program.
  if (library_is_unique(object)) __tsan_acquire(object);
}

static bool own(const void *reference, bool is_unique) {
  void *object = object_of(reference);
  if (is_unique && object != NULL) __tsan_acquire(object);
  return is_unique;
}

void swift_release(void *object);
void swift_release_n(void *object, uint32_t count);
void swift_bridgeObjectRelease(void *bits);
bool swift_isUniquelyReferenced_nonNull_native(const void *object);
bool swift_isUniquelyReferenced_native(const void *object);
bool swift_isUniquelyReferenced_nonNull_bridgeObject(uintptr_t bits);

void swift_release(void *object) {
  if (library_release == NULL) find_library();
  let_go(object);
  library_release(object);
}

void swift_release_n(void *object, uint32_t count) {
  void *plain = object_of(object);
  if (plain != NULL) {
    __tsan_release(plain);
    __tsan_acquire(plain);
  }
  library_release_n(object, count);
}

void swift_bridgeObjectRelease(void *bits) {
  let_go(bits);
  library_release_bridge(bits);
}

bool swift_isUniquelyReferenced_nonNull_native(const void *object) {
  return own(object, library_is_unique(object));
}

bool swift_isUniquelyReferenced_native(const void *object) {
  return object != NULL && own(object, library_is_unique(object));
}

bool swift_isUniquelyReferenced_nonNull_bridgeObject(uintptr_t bits) {
  return own((const void *)bits, library_is_unique_bridge(bits));
}
