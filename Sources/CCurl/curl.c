// SPDX-License-Identifier: Apache-2.0
#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>

#ifdef __APPLE__
static const char name[] = "libcurl.4.dylib";
#else
static const char name[] = "libcurl.so.4";
#endif

#undef curl_easy_setopt
#undef curl_easy_getinfo

static struct {
  __typeof__(curl_global_init) *global_init;
  __typeof__(curl_easy_init) *init;
  __typeof__(curl_easy_cleanup) *cleanup;
  __typeof__(curl_easy_setopt) *set;
  __typeof__(curl_easy_perform) *perform;
  __typeof__(curl_easy_getinfo) *get;
  __typeof__(curl_easy_strerror) *words;
  __typeof__(curl_slist_append) *append;
  __typeof__(curl_slist_free_all) *free_list;
} curl;

static const char *problem;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    problem = dlerror();
    return;
  }
  // POSIX lets a pointer to an object be one to a function; C alone has no conversion between them.
  const struct { const char *name; void *place; } all[] = {
      {"curl_global_init", &curl.global_init}, {"curl_easy_init", &curl.init},
      {"curl_easy_cleanup", &curl.cleanup},    {"curl_easy_setopt", &curl.set},
      {"curl_easy_perform", &curl.perform},    {"curl_easy_getinfo", &curl.get},
      {"curl_easy_strerror", &curl.words},     {"curl_slist_append", &curl.append},
      {"curl_slist_free_all", &curl.free_list},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    *(void **)all[i].place = dlsym(library, all[i].name);
    if (!*(void **)all[i].place) {
      problem = "it is no libcurl";
      return;
    }
  }
  if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) problem = "it doesn't begin";
}

const char *found_curl_load(void) {
  pthread_once(&once, load);
  return problem;
}

CURL *found_curl_new(void) { return curl.init(); }

void found_curl_free(CURL *handle) { curl.cleanup(handle); }

CURLcode found_curl_set_number(CURL *handle, CURLoption option, long number) {
  return curl.set(handle, option, number);
}

CURLcode found_curl_set_pointer(CURL *handle, CURLoption option, const void *pointer) {
  return curl.set(handle, option, pointer);
}

CURLcode found_curl_set_receiver(CURL *handle, size_t (*receive)(char *, size_t, size_t, void *), void *context) {
  CURLcode code = curl.set(handle, CURLOPT_WRITEFUNCTION, receive);
  return code != CURLE_OK ? code : curl.set(handle, CURLOPT_WRITEDATA, context);
}

CURLcode found_curl_set_before_sending(CURL *handle, int (*before)(void *, char *, char *, int, int), void *context) {
  CURLcode code = curl.set(handle, CURLOPT_PREREQFUNCTION, before);
  return code != CURLE_OK ? code : curl.set(handle, CURLOPT_PREREQDATA, context);
}

CURLcode found_curl_perform(CURL *handle) { return curl.perform(handle); }

long found_curl_number(CURL *handle, CURLINFO info) {
  long number = 0;
  return curl.get(handle, info, &number) == CURLE_OK ? number : 0;
}

curl_off_t found_curl_count(CURL *handle, CURLINFO info) {
  curl_off_t count = 0;
  return curl.get(handle, info, &count) == CURLE_OK ? count : 0;
}

const char *found_curl_words(CURLcode code) { return curl.words(code); }

struct curl_slist *found_curl_append(struct curl_slist *list, const char *line) { return curl.append(list, line); }

void found_curl_free_list(struct curl_slist *list) { curl.free_list(list); }
