// SPDX-License-Identifier: Apache-2.0
// A whole file in memory, for the canned replies and requests.
#ifndef QUOTE_BENCHMARK_FILE_H
#define QUOTE_BENCHMARK_FILE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct content {
  uint8_t *bytes;
  size_t count;
};

// Reads `path` to its end, or says why it can't and ends the program.
static inline struct content content_of_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  struct content content = {NULL, 0};
  size_t capacity = 0;
  size_t count;
  do {
    if (content.count == capacity) {
      capacity = capacity == 0 ? 4096 : capacity * 2;
      content.bytes = realloc(content.bytes, capacity);
      if (content.bytes == NULL) abort();
    }
    count = fread(content.bytes + content.count, 1, capacity - content.count, file);
    content.count += count;
  } while (count > 0);
  if (ferror(file)) {
    perror(path);
    exit(1);
  }
  fclose(file);
  return content;
}

#endif
