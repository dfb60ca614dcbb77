// SPDX-License-Identifier: Apache-2.0
#ifndef CFUZZ_H
#define CFUZZ_H

#include <stdbool.h>

/// Keeps what Swift's global executor would run on threads of its own: it waits for `fuzz_run_job`
/// from here on.
void fuzz_keep_jobs(void);

/// Runs the job that has waited longest, on this thread. Answers whether there was one.
bool fuzz_run_job(void);

#endif
