// SPDX-License-Identifier: Apache-2.0
#pragma once

/// One file of the starter catalogue, held in the program itself.
///
/// `bytes` are `count` bytes of UTF-8, not ended by a zero: a header line, then one quote a line,
/// its columns (text, creator, work, place, year, tags, source_url, attribution) apart by tabs. In
/// the text `\n` stands for a line break and `\\` for a backslash. They live as long as the
/// program and never change. `language` is a BCP 47 tag, ended by a zero.
typedef struct {
  const char *language;
  const unsigned char *bytes;
  unsigned long count;
} quote_starter_file;

/// The number of files, one for each language.
unsigned long quote_starter_file_count(void);

/// The file at an index below the count, in the order of the tags; at any other index, a file
/// whose language is an empty string and which has no bytes.
quote_starter_file quote_starter_file_at(unsigned long index);
