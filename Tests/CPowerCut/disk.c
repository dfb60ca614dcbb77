// SPDX-License-Identifier: Apache-2.0
#include "disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { sector = 512 };

/// A copy of a file that changes are applied to.
typedef struct {
  bool exists;
  uint8_t *bytes;
  size_t count;
} Image;

static void *checked(void *memory) {
  if (!memory) abort();
  return memory;
}

uint64_t disk_chance(uint64_t *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * UINT64_C(0x2545F4914F6CDD1D);
}

DiskFile *disk_file(DiskFile **files, const char *name) {
  for (DiskFile *file = *files; file; file = file->next)
    if (strcmp(file->name, name) == 0) return file;
  DiskFile *file = checked(calloc(1, sizeof *file));
  file->name = checked(strdup(name));
  file->end = &file->first;
  file->next = *files;
  *files = file;
  return file;
}

void disk_note(DiskFile *file, int kind, uint64_t offset, const void *bytes, size_t count) {
  Change *change = checked(calloc(1, sizeof *change));
  change->kind = kind;
  change->offset = offset;
  change->count = count;
  if (count) {
    change->bytes = checked(malloc(count));
    memcpy(change->bytes, bytes, count);
  }
  *file->end = change;
  file->end = &change->next;
  switch (kind) {
  case change_write:
    if (file->length < offset + count) file->length = offset + count;
    break;
  case change_truncate: file->length = offset; break;
  default: file->length = 0;
  }
}

static void resize(Image *image, size_t count) {
  if (count > image->count) {
    image->bytes = checked(realloc(image->bytes, count));
    memset(image->bytes + image->count, 0, count - image->count);
  }
  image->count = count;
}

static void put(Image *image, uint64_t offset, const uint8_t *bytes, size_t count) {
  if (image->count < offset + count) resize(image, offset + count);
  if (count) memcpy(image->bytes + offset, bytes, count);
  image->exists = true;
}

/// Applies a write; with chance, only some of the sectors that it touches.
static void put_sectors(Image *image, const Change *change, uint64_t *chance) {
  // Most writes come through whole or not at all; some are torn.
  uint64_t fate = chance ? disk_chance(chance) % 8 : 0;
  if (fate < 4) {
    put(image, change->offset, change->bytes, change->count);
  } else if (fate > 5) {
    size_t done = 0;
    while (done < change->count) {
      size_t room = sector - (change->offset + done) % sector;
      size_t count = change->count - done < room ? change->count - done : room;
      if (disk_chance(chance) % 2)
        put(image, change->offset + done, change->bytes + done, count);
      done += count;
    }
  }
}

static void apply(Image *image, const Change *change, uint64_t *chance) {
  if (change->kind == change_write) {
    put_sectors(image, change, chance);
    return;
  }
  if (chance && disk_chance(chance) % 2) return;
  image->exists = change->kind != change_delete;
  if (change->kind == change_delete) resize(image, 0);
  if (change->kind == change_truncate) resize(image, change->offset);
}

static void forget_changes(DiskFile *file) {
  while (file->first) {
    Change *change = file->first;
    file->first = change->next;
    free(change->bytes);
    free(change);
  }
  file->end = &file->first;
}

void disk_sync(DiskFile *file) {
  Image image = {file->exists, file->bytes, file->count};
  for (const Change *change = file->first; change; change = change->next)
    apply(&image, change, NULL);
  file->exists = image.exists;
  file->bytes = image.bytes;
  file->count = image.count;
  forget_changes(file);
}

static bool write_image(const Image *image, const char *folder, const char *name) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) return false;
  FILE *file = fopen(path, "wb");
  if (!file) return false;
  bool done = image->count == 0 || fwrite(image->bytes, image->count, 1, file) == 1;
  return fclose(file) == 0 && done;
}

bool disk_capture(const DiskFile *files, const char *folder, uint64_t *chance) {
  if (mkdir(folder, 0700) != 0) return false;
  bool done = true;
  for (const DiskFile *file = files; file; file = file->next) {
    Image image = {file->exists, NULL, 0};
    put(&image, 0, file->bytes, file->count);
    image.exists = file->exists;
    for (const Change *change = file->first; change; change = change->next)
      apply(&image, change, chance);
    if (image.exists) done = write_image(&image, folder, file->name) && done;
    free(image.bytes);
  }
  return done;
}

void disk_free(DiskFile *files) {
  while (files) {
    DiskFile *file = files;
    files = file->next;
    forget_changes(file);
    free(file->name);
    free(file->bytes);
    free(file);
  }
}
