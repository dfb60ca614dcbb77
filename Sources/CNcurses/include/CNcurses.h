// SPDX-License-Identifier: Apache-2.0
// ncurses with wide characters, and what must be C: handlers of signals may touch nothing that a
// Swift runtime keeps.
#pragma once
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>

// Begins to draw on the standard output, and to read keys from the standard input. From now on each
// signal that a person or the system sends is told to `told_to`, a pipe's end, as a byte of its number;
// a crash puts the terminal back first. Returns 0, or -1 where the type of terminal is unknown.
int terminal_begin(int told_to);

// Puts the terminal and the signals back as they were.
void terminal_end(void);

// The whole screen.
WINDOW *terminal_window(void);

// Takes in the terminal's new size.
void terminal_resize(void);

// Puts the terminal back, stops the process as Ctrl-Z does, and goes on when it is continued.
void terminal_stop(void);

// Ends the process by a signal, as if it had never been handled; after `terminal_end`.
void terminal_die(int signal);

// Looks of text, which curses has as macros with a shift in them.
static const int terminal_bold = (int)A_BOLD;
static const int terminal_faint = (int)A_DIM;
static const int terminal_reversed = (int)A_REVERSE;
