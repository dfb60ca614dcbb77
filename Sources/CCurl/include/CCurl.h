// SPDX-License-Identifier: Apache-2.0
// libcurl, found when it is first needed and not linked: only a bot posts, and who has none needs no
// libcurl. In C, since curl's functions take any number of arguments, which Swift can't pass.
#pragma once
#include <curl/curl.h>

// Finds the library. Returns NULL, or why it can't be had; the other functions may be called only
// after it has returned NULL.
const char *found_curl_load(void);

CURL *found_curl_new(void);
void found_curl_free(CURL *handle);
CURLcode found_curl_set_number(CURL *handle, CURLoption option, long number);
CURLcode found_curl_set_pointer(CURL *handle, CURLoption option, const void *pointer);
CURLcode found_curl_set_receiver(CURL *handle, size_t (*receive)(char *, size_t, size_t, void *), void *context);
CURLcode found_curl_set_before_sending(CURL *handle, int (*before)(void *, char *, char *, int, int), void *context);
CURLcode found_curl_perform(CURL *handle);
// 0 where it isn't known.
long found_curl_number(CURL *handle, CURLINFO info);
curl_off_t found_curl_count(CURL *handle, CURLINFO info);
const char *found_curl_words(CURLcode code);
struct curl_slist *found_curl_append(struct curl_slist *list, const char *line);
void found_curl_free_list(struct curl_slist *list);
