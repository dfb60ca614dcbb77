// SPDX-License-Identifier: Apache-2.0
// What a disk holds for sure, and what it may hold.
#ifndef DISK_H
#define DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A change of a file that was not synced yet.
typedef struct Change {
  enum { change_write, change_truncate, change_delete, change_create } kind;
  /// Where a write begins; the new length of a truncation.
  uint64_t offset;
  size_t count;
  uint8_t *bytes;
  struct Change *next;
} Change;

/// A file of the watched folder.
typedef struct DiskFile {
  /// Its name in the folder.
  char *name;
  /// What is on the disk for sure.
  bool exists;
  uint8_t *bytes;
  size_t count;
  /// What may be, the oldest first.
  Change *first;
  Change **end;
  /// How long the file is to those who read it now.
  uint64_t length;
  struct DiskFile *next;
} DiskFile;

/// Finds or makes the file of a name.
DiskFile *disk_file(DiskFile **files, const char *name);

/// Notes a change that was not synced.
void disk_note(DiskFile *file, int kind, uint64_t offset, const void *bytes, size_t count);

/// Makes all changes of a file certain.
void disk_sync(DiskFile *file);

/// Writes what could be left of all files into a folder, as chance has it. Returns false where the
/// folder can't be written.
bool disk_capture(const DiskFile *files, const char *folder, uint64_t *chance);

/// The next number of a sequence that looks like chance (xorshift64*).
uint64_t disk_chance(uint64_t *state);

/// Frees all.
void disk_free(DiskFile *files);

#endif
