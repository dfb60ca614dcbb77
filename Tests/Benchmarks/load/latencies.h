// SPDX-License-Identifier: Apache-2.0
// A log-linear histogram of nanoseconds: constant memory, an error of at most 1.6 per cent.
#ifndef QUOTE_BENCHMARK_LATENCIES_H
#define QUOTE_BENCHMARK_LATENCIES_H

#include <stdint.h>

// Each power of two is cut into this many equal steps.
enum { STEP_BITS = 6, STEPS = 1 << STEP_BITS, BUCKETS = (64 - STEP_BITS + 1) * STEPS };

struct latencies {
  uint64_t counts[BUCKETS];
  uint64_t total;
};

// Below 2 * STEPS each value has its own bucket; above, its STEP_BITS + 1 highest bits choose one.
static inline void record_latency(struct latencies *latencies, uint64_t nanoseconds) {
  unsigned shift = 0;
  if (nanoseconds >= STEPS) shift = 63 - (unsigned)__builtin_clzll(nanoseconds) - STEP_BITS;
  latencies->counts[shift * STEPS + (nanoseconds >> shift)]++;
  latencies->total++;
}

// The least latency, in nanoseconds, that the given share (0...1) of the calls did not exceed.
static inline uint64_t latency_at(const struct latencies *latencies, double share) {
  uint64_t wanted = (uint64_t)(share * (double)latencies->total);
  uint64_t seen = 0;
  for (unsigned bucket = 0; bucket < BUCKETS; bucket++) {
    seen += latencies->counts[bucket];
    if (seen == 0 || seen < wanted) continue;
    if (bucket < 2 * STEPS) return bucket;
    unsigned shift = bucket / STEPS - 1;
    return ((uint64_t)(bucket % STEPS + STEPS + 1) << shift) - 1;
  }
  return 0;
}

#endif
