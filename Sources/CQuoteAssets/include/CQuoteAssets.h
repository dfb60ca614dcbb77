// SPDX-License-Identifier: Apache-2.0
#pragma once

/// One file of the web page, held in the program itself.
///
/// `bytes` are `count` bytes, not ended by a zero; they live as long as the program and never
/// change. `name` is the file's, such as "style.css", ended by a zero.
typedef struct {
  const char *name;
  const unsigned char *bytes;
  unsigned long count;
} quote_asset;

/// The number of files.
unsigned long quote_asset_count(void);

/// The file at an index below the count; at any other index, one whose name is an empty string and
/// which has no bytes.
quote_asset quote_asset_at(unsigned long index);
