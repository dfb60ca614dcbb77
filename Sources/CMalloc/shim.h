// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// What glibc's allocator can be told; other allocators have nothing of the kind, and need it less.

static inline void quoted_limit_arenas(int count) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, count);
#else
  (void)count;
#endif
}

static inline void quoted_trim_heap(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
