// SPDX-License-Identifier: Apache-2.0
// A file system for SQLite that can say what a power cut would have left.
//
// It passes everything on to the real one, and remembers for each file of a watched folder what
// was synced and which writes were not. A capture writes into a folder what could be on the disk
// had the power gone at that moment: of the writes that were not synced each sector of 512 bytes
// is kept or lost by chance, in any order; so are the lengths and the deletions of files.
#ifndef POWER_CUT_H
#define POWER_CUT_H

#include <stdint.h>

/// Makes it the file system of all databases that are opened from now on; those that lie in no
/// watched folder don't notice. Returns SQLite's code. Calling it again does nothing.
int power_cut_install(void);

/// Watches a folder, whose files are empty or not there. One folder at a time.
///
/// From now on every operation that changes a file is counted, and one in `every` of them makes a
/// capture, before it is passed on and as chance has it: `captures/0`, `captures/1` and so on, each
/// with the files of the folder. The same seed gives the same captures for the same operations.
void power_cut_watch(const char *folder, const char *captures, unsigned every, uint64_t seed);

/// Ends watching; returns how many captures were made.
unsigned power_cut_end(void);

/// Counts what the program under test has acknowledged, and so may never lose again.
void power_cut_acknowledge(void);

/// How much had been acknowledged when a capture was made.
unsigned power_cut_acknowledged_at(unsigned capture);

/// Makes writes to the watched folder fail as on a full disk once it holds so many bytes; 0 ends it.
void power_cut_limit(uint64_t bytes);

#endif
