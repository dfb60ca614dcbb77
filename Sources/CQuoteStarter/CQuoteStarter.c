// SPDX-License-Identifier: Apache-2.0
#include "CQuoteStarter.h"

// C23's #embed takes the files in at compile time; their paths are relative to this file.
static const unsigned char german[] = {
#embed "data/de.tsv"
};
static const unsigned char english[] = {
#embed "data/en.tsv"
};
static const unsigned char spanish[] = {
#embed "data/es.tsv"
};
static const unsigned char french[] = {
#embed "data/fr.tsv"
};
static const unsigned char italian[] = {
#embed "data/it.tsv"
};
static const unsigned char latin[] = {
#embed "data/la.tsv"
};
static const unsigned char chinese[] = {
#embed "data/zh.tsv"
};

// English first: this is the order in which a new catalogue lists them.
static const quote_starter_file files[] = {
    {"en", english, sizeof english}, {"de", german, sizeof german},
    {"es", spanish, sizeof spanish}, {"fr", french, sizeof french},
    {"it", italian, sizeof italian}, {"la", latin, sizeof latin},
    {"zh", chinese, sizeof chinese},
};

unsigned long quote_starter_file_count(void) { return sizeof files / sizeof files[0]; }

quote_starter_file quote_starter_file_at(unsigned long index) {
  static const quote_starter_file none = {"", (const unsigned char *)"", 0};
  return index < quote_starter_file_count() ? files[index] : none;
}
