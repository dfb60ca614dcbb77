#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures `quoted` with a catalogue of a million synthetic quotes.

The catalogue is made once, in .build/million, and copied for each run. README.md beside this file
says how to read the tables. Needs the Python environment of the tests (`make setup-test`).
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # nothing is left in the source tree

from scale import beside, reads, writes  # noqa: E402
from scale.catalogue import BENCHMARKS, STORE, Failure, Made, leave_page_cache  # noqa: E402
from scale.measure import Results  # noqa: E402
from scale.served import Served  # noqa: E402

BUILD = BENCHMARKS.parents[1] / ".build"
MOST_MEMORY_MB = 450
PRIORITY = -15  # in the terms of nice


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quotes", type=int, default=1_000_000,
                        help="how many; 0 measures nothing (1,000,000)")
    parser.add_argument("--more", type=int, help="imported while it is read (a tenth of --quotes)")
    parser.add_argument("--creates", type=int, default=300, help="by the one writer (300)")
    parser.add_argument("--quoted", type=Path, default=BUILD / "release" / "quoted",
                        help="the program")
    parser.add_argument("--cache", type=Path, default=BUILD / "million",
                        help="where the catalogue is kept (.build/million)")
    parser.add_argument("--json", type=Path, metavar="FILE",
                        help="the figures (result.json in the cache)")
    options = parser.parse_args()
    if options.quotes != 0 and options.quotes < 1_000:
        parser.error("--quotes must be 0, or at least 1,000")
    if options.creates < 1:
        parser.error("--creates must be at least 1")
    if options.more is None:
        options.more = options.quotes // 10
    options.cache = options.cache.resolve()
    options.quoted = options.quoted.resolve()
    return options


def go_ahead():
    """Where it may, measures ahead of other programs, so that these don't show as delays."""
    try:
        os.setpriority(os.PRIO_PROCESS, 0, PRIORITY)
    except PermissionError:
        print("  (not root: other programs on this machine count)", flush=True)


def memory(served, results, when, quotes=1):
    """More than a million quotes may take more memory: `quotes` is how many times as many."""
    now = served.memory_mb()
    results.figure(f"memory {when}", now["now"], "MB", round(MOST_MEMORY_MB * quotes))
    results.figure(f"memory {when}, its own (no file's)", now["own"], "MB")
    results.figure(f"memory {when}, the most until then", now["most"], "MB")


def measure_served(options, served, made, results):
    """All that a server does in its life, in one process, so that its memory is that of all."""
    memory(served, results, "after the start")
    results.figure("start until the search index is made", served.await_index(), "s")
    results.figure("search index", served.index_bytes() / 1e6, "MB")
    memory(served, results, "after making the index")
    total = reads.pages(served, results)
    names = reads.Names(served)
    reads.filters(served, results, names)
    reads.draws(served, results, names)
    reads.facets(served, results)
    memory(served, results, "after the reads")
    words = reads.searches(served, results, total)
    memory(served, results, "after the searches")
    writes.fsyncs(served.data, results, options.creates)
    writes.creates(served, results, options.creates)
    memory(served, results, "after the writes")
    beside.measure(served, results, made, options.more, names, words)
    memory(served, results, "after the import", 1 + options.more / options.quotes)


def measure(options, results):
    made = Made(options.cache, options.quoted, options.quotes)
    figures = made.import_figures()
    made.more(options.more)
    go_ahead()
    results.figure("import into a new directory", options.quotes / figures["seconds"],
                   "quotes a second")
    results.figure("import into a new directory, peak memory", figures["peak_mb"], "MB")
    data = made.copy(options.cache / "run")
    results.figure("store", (data / STORE).stat().st_size / 1e6, "MB")
    leave_page_cache(data / STORE)
    with Served(options.quoted, data) as served:
        results.figure("start until serving, store not in the page cache", served.start_seconds, "s")
    with Served(options.quoted, data) as served:
        results.figure("start until serving, store in the page cache", served.start_seconds, "s")
        measure_served(options, served, made, results)
    with Served(options.quoted, data) as served:
        results.figure("start after the import until serving", served.start_seconds, "s")
        results.figure("start until search answers, index there", served.await_index(), "s")
        memory(served, results, "after this start", 1 + options.more / options.quotes)
    shutil.rmtree(data)


def main():
    options = arguments()
    if options.quotes == 0:
        print("million: skipped")
        return 0
    results = Results()
    try:
        measure(options, results)
    except Failure as failure:
        results.failures.append(str(failure))
    except KeyboardInterrupt:
        return 130
    file = options.json or options.cache / "result.json"
    results.write(file, {name: str(value) for name, value in vars(options).items()})
    print(f"\n{results.text()}\n\nAll figures: {file}")
    for failure in results.failures:
        print(f"million: FAILED: {failure}", file=sys.stderr)
    return 1 if results.failures else 0


if __name__ == "__main__":
    sys.exit(main())
