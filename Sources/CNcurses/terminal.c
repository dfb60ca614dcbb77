// SPDX-License-Identifier: Apache-2.0
#include "CNcurses.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

static const int told[] = {SIGWINCH, SIGTSTP, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int deadly[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
enum { TOLD = sizeof told / sizeof *told, DEADLY = sizeof deadly / sizeof *deadly };

static SCREEN *screen;
static struct termios before;
static struct sigaction told_before[TOLD], deadly_before[DEADLY];
static volatile sig_atomic_t bell_end = -1;
// What to write to the terminal so that it is as it was.
static char farewell[512];
static volatile sig_atomic_t farewell_count;

static void tell(int signal) {
  int error = errno;
  unsigned char byte = (unsigned char)signal;
  ssize_t ignored = write(bell_end, &byte, 1);
  (void)ignored;
  errno = error;
}

// Only calls that POSIX allows in a handler.
static void restore(int signal) {
  tcsetattr(STDIN_FILENO, TCSANOW, &before);
  ssize_t ignored = write(STDOUT_FILENO, farewell, (size_t)farewell_count);
  (void)ignored;
  for (int i = 0; i < DEADLY; i++)
    if (deadly[i] == signal) sigaction(signal, &deadly_before[i], NULL);
  // Comes once this handler returns, whether the signal was a fault's or was sent.
  raise(signal);
}

static int keep(int byte) {
  if (farewell_count < (int)sizeof farewell) farewell[farewell_count++] = (char)byte;
  return byte;
}

static void keep_capability(const char *name) {
  const char *bytes = tigetstr(name);
  if (bytes && bytes != (char *)-1) tputs(bytes, 1, keep);
}

static void handle_signals(void) {
  struct sigaction telling = {.sa_handler = tell, .sa_flags = SA_RESTART};
  struct sigaction restoring = {.sa_handler = restore};
  sigemptyset(&telling.sa_mask);
  sigfillset(&restoring.sa_mask);
  for (int i = 0; i < TOLD; i++) sigaction(told[i], &telling, NULL);
  for (int i = 0; i < DEADLY; i++) sigaction(deadly[i], &restoring, NULL);
}

// A machine without a locale, such as one over SSH, still has a terminal that shows UTF-8.
static void choose_locale(void) {
  setlocale(LC_CTYPE, "");
  const char *name = setlocale(LC_CTYPE, NULL);
  if (name && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0) return;
  if (!setlocale(LC_CTYPE, "C.UTF-8")) setlocale(LC_CTYPE, "en_US.UTF-8");
}

int terminal_begin(int told_to) {
  choose_locale();
  for (int i = 0; i < TOLD; i++) sigaction(told[i], NULL, &told_before[i]);
  for (int i = 0; i < DEADLY; i++) sigaction(deadly[i], NULL, &deadly_before[i]);
  if (tcgetattr(STDIN_FILENO, &before) != 0) return -1;
  screen = newterm(NULL, stdout, stdin);
  if (!screen) return -1;
  set_escdelay(50);
  cbreak();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  curs_set(0);
  farewell_count = 0;
  keep_capability("sgr0");
  keep_capability("cnorm");
  keep_capability("rmkx");
  keep_capability("rmcup");
  bell_end = told_to;
  handle_signals();
  return 0;
}

static void put_signals_back(void) {
  for (int i = 0; i < TOLD; i++) sigaction(told[i], &told_before[i], NULL);
  for (int i = 0; i < DEADLY; i++) sigaction(deadly[i], &deadly_before[i], NULL);
}

void terminal_end(void) {
  if (!screen) return;
  curs_set(1);
  endwin();
  put_signals_back();
  delscreen(screen);
  screen = NULL;
}

WINDOW *terminal_window(void) { return stdscr; }

void terminal_resize(void) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
    resizeterm(size.ws_row, size.ws_col);
}

void terminal_stop(void) {
  curs_set(1);
  endwin();
  put_signals_back();
  raise(SIGTSTP);
  handle_signals();
  terminal_resize();
  curs_set(0);
  clearok(curscr, TRUE);
}

void terminal_die(int number) {
  signal(number, SIG_DFL);
  raise(number);
}
