// SPDX-License-Identifier: Apache-2.0
// The starter catalogue, built into the program: one file of tab-separated lines a language.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct {
  const char *language; // A BCP 47 tag.
  const uint8_t *bytes;
  size_t count; // Of bytes.
} quote_starter_file;

size_t quote_starter_file_count(void);

// The index must be below the count.
quote_starter_file quote_starter_file_at(size_t index);
