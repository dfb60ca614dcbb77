/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded into a program, counts what it allocates before it first connects, and after; says so on the
   standard error as the program ends. */

#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);

static int before, after, is_connected;

static void count(void) { *(is_connected ? &after : &before) += 1; }

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
  count();
  return __libc_realloc(pointer, size);
}

int connect(int socket, const struct sockaddr *address, socklen_t size) {
  is_connected = 1;
  return (int)syscall(SYS_connect, socket, address, size);
}

__attribute__((destructor)) static void tell(void) {
  dprintf(2, "allocated before connecting: %d\nallocated since: %d\n", before, after);
}
