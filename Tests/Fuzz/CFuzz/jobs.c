// SPDX-License-Identifier: Apache-2.0
// Runs Swift's tasks one after the other on the fuzzer's own thread, so that what an input does is
// the same each time: with threads, a crash could not be shown again, nor an input be made smaller.
#include "CFuzz.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))

typedef SWIFT void enqueue_original(void *job);
typedef SWIFT void enqueue_hook(void *job, enqueue_original *original);

// Two of the Swift runtime's own names: the place where it asks who else would take a job, and the
// function that runs one. The executor is the global one, which is all zeros.
extern enqueue_hook *swift_task_enqueueGlobal_hook;
extern SWIFT void swift_job_run(void *job, uintptr_t executor, uintptr_t implementation);

struct waiting {
  void *job;
  struct waiting *next;
};

static struct waiting *first;
static struct waiting **end = &first;

static SWIFT void keep(void *job, enqueue_original *original) {
  (void)original;
  struct waiting *waiting = malloc(sizeof *waiting);
  if (waiting == NULL) abort();
  waiting->job = job;
  waiting->next = NULL;
  *end = waiting;
  end = &waiting->next;
}

void fuzz_keep_jobs(void) { swift_task_enqueueGlobal_hook = keep; }

bool fuzz_run_job(void) {
  struct waiting *waiting = first;
  if (waiting == NULL) return false;
  first = waiting->next;
  if (first == NULL) end = &first;
  void *job = waiting->job;
  free(waiting);
  swift_job_run(job, 0, 0);
  return true;
}
