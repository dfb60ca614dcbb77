// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <uv.h>

#if defined(__APPLE__)
#include <pthread.h>
#else
#include <sys/prctl.h>
#endif

// Names the calling thread: a GNU extension on one system, a variadic function on the other.
static inline void rpc_net_name_thread(const char *name) {
#if defined(__APPLE__)
  pthread_setname_np(name);
#else
  prctl(PR_SET_NAME, name, 0, 0, 0);
#endif
}
