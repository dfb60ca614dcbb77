// SPDX-License-Identifier: Apache-2.0
#include "CQuoteStarter.h"

size_t quote_starter_file_count(void) { return 0; }

quote_starter_file quote_starter_file_at(size_t index) {
  (void)index;
  return (quote_starter_file){0};
}
