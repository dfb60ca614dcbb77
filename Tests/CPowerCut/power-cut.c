// SPDX-License-Identifier: Apache-2.0
#include "power-cut.h"

#include "disk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_captures = 4096 };

/// An open file: ours in front, the real one behind it.
typedef struct {
  sqlite3_file base;
  /// Nil for a file that is not watched.
  DiskFile *disk;
  sqlite3_file *real;
} File;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs *real_vfs;
static sqlite3_vfs vfs;

/// What is watched; guarded by the lock.
static struct {
  char *folder;
  char *captures;
  unsigned every;
  uint64_t chance;
  unsigned capture_count;
  unsigned acknowledged_at[most_captures];
  uint64_t limit;
  DiskFile *files;
} watched;

static atomic_uint acknowledged;

/// The name of a path in the watched folder, or nil.
static const char *watched_name(const char *path) {
  if (!path || !watched.folder) return NULL;
  size_t count = strlen(watched.folder);
  if (strncmp(path, watched.folder, count) != 0 || path[count] != '/') return NULL;
  const char *name = path + count + 1;
  // The shared memory of a write-ahead log is made anew after a crash.
  size_t length = strlen(name);
  return strchr(name, '/') || (length > 4 && !strcmp(name + length - 4, "-shm")) ? NULL : name;
}

static uint64_t total_length(void) {
  uint64_t sum = 0;
  for (const DiskFile *file = watched.files; file; file = file->next) sum += file->length;
  return sum;
}

/// Before an operation: perhaps the power goes now.
static void perhaps_capture(void) {
  if (!watched.every || watched.capture_count == most_captures) return;
  if (disk_chance(&watched.chance) % watched.every) return;
  char folder[4096];
  snprintf(folder, sizeof folder, "%s/%u", watched.captures, watched.capture_count);
  watched.acknowledged_at[watched.capture_count] = atomic_load(&acknowledged);
  if (!disk_capture(watched.files, folder, &watched.chance)) abort();
  watched.capture_count += 1;
}

static sqlite3_file *real(sqlite3_file *file) { return ((File *)file)->real; }

static int close_file(sqlite3_file *file) {
  sqlite3_file *behind = real(file);
  int code = behind->pMethods ? behind->pMethods->xClose(behind) : SQLITE_OK;
  sqlite3_free(behind);
  return code;
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  DiskFile *disk = ((File *)file)->disk;
  if (disk) {
    pthread_mutex_lock(&lock);
    uint64_t end = (uint64_t)offset + (uint64_t)count;
    uint64_t growth = end > disk->length ? end - disk->length : 0;
    bool fits = !watched.limit || total_length() + growth <= watched.limit;
    if (fits) {
      perhaps_capture();
      disk_note(disk, change_write, (uint64_t)offset, bytes, (size_t)count);
    }
    pthread_mutex_unlock(&lock);
    if (!fits) return SQLITE_FULL;
  }
  return real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 count) {
  DiskFile *disk = ((File *)file)->disk;
  if (disk) {
    pthread_mutex_lock(&lock);
    perhaps_capture();
    disk_note(disk, change_truncate, (uint64_t)count, NULL, 0);
    pthread_mutex_unlock(&lock);
  }
  return real(file)->pMethods->xTruncate(real(file), count);
}

static int sync_file(sqlite3_file *file, int flags) {
  // Only what the real one takes is on the disk: so it goes first.
  DiskFile *disk = ((File *)file)->disk;
  if (disk) {
    pthread_mutex_lock(&lock);
    perhaps_capture();
    pthread_mutex_unlock(&lock);
  }
  int code = real(file)->pMethods->xSync(real(file), flags);
  if (disk && code == SQLITE_OK) {
    pthread_mutex_lock(&lock);
    disk_sync(disk);
    pthread_mutex_unlock(&lock);
  }
  return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *count) {
  return real(file)->pMethods->xFileSize(real(file), count);
}
static int lock_file(sqlite3_file *file, int level) {
  return real(file)->pMethods->xLock(real(file), level);
}
static int unlock_file(sqlite3_file *file, int level) {
  return real(file)->pMethods->xUnlock(real(file), level);
}
static int check_lock(sqlite3_file *file, int *isReserved) {
  return real(file)->pMethods->xCheckReservedLock(real(file), isReserved);
}
static int control(sqlite3_file *file, int operation, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
static int sector_size(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}
static int characteristics(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}
static int shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}
static int shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void shm_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int shm_unmap(sqlite3_file *file, int deletes) {
  return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

/// Version 2: no memory mapping of the file itself, which would pass us by.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_lock,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
};

static int open_file(
    sqlite3_vfs *self, const char *path, sqlite3_file *file, int flags, int *outFlags) {
  (void)self;
  File *ours = (File *)file;
  ours->base.pMethods = NULL;
  ours->real = sqlite3_malloc(real_vfs->szOsFile);
  if (!ours->real) return SQLITE_NOMEM;
  memset(ours->real, 0, (size_t)real_vfs->szOsFile);
  int code = real_vfs->xOpen(real_vfs, path, ours->real, flags, outFlags);
  if (code != SQLITE_OK) {
    sqlite3_free(ours->real);
    return code;
  }
  pthread_mutex_lock(&lock);
  const char *name = watched_name(path);
  ours->disk = name ? disk_file(&watched.files, name) : NULL;
  if (ours->disk && !ours->disk->exists && !ours->disk->first) {
    perhaps_capture();
    disk_note(ours->disk, change_create, 0, NULL, 0);
  }
  pthread_mutex_unlock(&lock);
  ours->base.pMethods = &methods;
  return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *self, const char *path, int syncsFolder) {
  (void)self;
  pthread_mutex_lock(&lock);
  const char *name = watched_name(path);
  DiskFile *disk = name ? disk_file(&watched.files, name) : NULL;
  if (disk) {
    perhaps_capture();
    disk_note(disk, change_delete, 0, NULL, 0);
  }
  pthread_mutex_unlock(&lock);
  int code = real_vfs->xDelete(real_vfs, path, syncsFolder);
  if (disk && syncsFolder && code == SQLITE_OK) {
    pthread_mutex_lock(&lock);
    disk_sync(disk);
    pthread_mutex_unlock(&lock);
  }
  return code;
}

static void install(void) {
  real_vfs = sqlite3_vfs_find(NULL);
  if (!real_vfs) return;
  // All but opening and deleting files is the real one's own.
  vfs = *real_vfs;
  vfs.zName = "power-cut";
  vfs.szOsFile = sizeof(File);
  vfs.xOpen = open_file;
  vfs.xDelete = delete_file;
  sqlite3_vfs_register(&vfs, 1);
}

int power_cut_install(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  int code = sqlite3_initialize();
  if (code == SQLITE_OK) pthread_once(&once, install);
  return code == SQLITE_OK && !real_vfs ? SQLITE_ERROR : code;
}

void power_cut_watch(const char *folder, const char *captures, unsigned every, uint64_t seed) {
  pthread_mutex_lock(&lock);
  watched.folder = strdup(folder);
  watched.captures = strdup(captures);
  watched.every = every;
  watched.chance = seed | 1;
  watched.capture_count = 0;
  watched.limit = 0;
  atomic_store(&acknowledged, 0);
  pthread_mutex_unlock(&lock);
}

unsigned power_cut_end(void) {
  pthread_mutex_lock(&lock);
  unsigned count = watched.capture_count;
  free(watched.folder);
  free(watched.captures);
  disk_free(watched.files);
  watched.folder = watched.captures = NULL;
  watched.files = NULL;
  watched.every = 0;
  watched.limit = 0;
  pthread_mutex_unlock(&lock);
  return count;
}

void power_cut_acknowledge(void) { atomic_fetch_add(&acknowledged, 1); }

unsigned power_cut_acknowledged_at(unsigned capture) {
  return capture < most_captures ? watched.acknowledged_at[capture] : 0;
}

void power_cut_limit(uint64_t bytes) {
  pthread_mutex_lock(&lock);
  watched.limit = bytes;
  pthread_mutex_unlock(&lock);
}
