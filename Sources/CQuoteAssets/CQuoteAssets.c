// SPDX-License-Identifier: Apache-2.0
#include "CQuoteAssets.h"

// C23's #embed takes the files in at compile time; their paths are relative to this file.
static const unsigned char compose[] = {
#embed "../../clients/web/compose.html"
};
static const unsigned char icon[] = {
#embed "../../clients/web/icon.svg"
};
static const unsigned char script[] = {
#embed "../../clients/web/quoted.js"
};
static const unsigned char scriptAPI[] = {
#embed "../../clients/web/api.js"
};
static const unsigned char scriptCompose[] = {
#embed "../../clients/web/compose.js"
};
static const unsigned char scriptList[] = {
#embed "../../clients/web/list.js"
};
static const unsigned char scriptQuote[] = {
#embed "../../clients/web/quote.js"
};
static const unsigned char style[] = {
#embed "../../clients/web/style.css"
};

static const quote_asset assets[] = {
    {"compose.html", compose, sizeof compose},
    {"icon.svg", icon, sizeof icon},
    {"quoted.js", script, sizeof script},
    {"api.js", scriptAPI, sizeof scriptAPI},
    {"compose.js", scriptCompose, sizeof scriptCompose},
    {"list.js", scriptList, sizeof scriptList},
    {"quote.js", scriptQuote, sizeof scriptQuote},
    {"style.css", style, sizeof style},
};

unsigned long quote_asset_count(void) { return sizeof assets / sizeof assets[0]; }

quote_asset quote_asset_at(unsigned long index) {
  static const quote_asset none = {"", (const unsigned char *)"", 0};
  return index < quote_asset_count() ? assets[index] : none;
}
