# SPDX-License-Identifier: Apache-2.0
"""Writing, beside the disk's own fsync, and reading while an import is under way."""

import os
import random
import threading
import time

from .catalogue import run_import
from .measure import seconds_of
from .reads import PAGE, list_quotes
from .served import CALL_SECONDS, messages

LATE_SECONDS = 0.05
READS = ("DailyQuote", "GetQuote", f"ListQuotes of {PAGE}")


def fsyncs(data, results, count):
    """What the disk takes to keep 4 KiB at the end of a file in the same directory."""
    file = data / "fsync"
    block = os.urandom(4096)
    handle = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)

    def keep():
        os.write(handle, block)
        os.fsync(handle)

    try:
        times = [seconds_of(keep)[1] for _ in range(count)]
    finally:
        os.close(handle)
        file.unlink()
    results.add("write", "4 KiB and fsync, by nobody else", times[0], times)


def quote(number):
    return messages.Quote(
        text=f"Whoever measures a write must not write what was there before, {number}.",
        creator=f"Writer {number % 50}", language="en", tags=["measured"])


def create(stub, number):
    return stub.CreateQuote(
        messages.CreateQuoteRequest(quote=quote(number)), timeout=CALL_SECONDS)


def creates(served, results, count):
    salt = random.randrange(1 << 40) << 20
    stub = served.admin()
    create(stub, salt)
    cpu = served.cpu_seconds()
    times = [seconds_of(lambda: create(stub, salt + 1 + turn))[1] for turn in range(count)]
    cpu = served.cpu_seconds() - cpu
    results.add("write", "CreateQuote, one writer", times[0], times)
    results.figure("server CPU a CreateQuote, one writer", cpu / count * 1e3, "ms", most=10)

    writers, each = 8, max(1, count // 2)
    all_times = [[] for _ in range(writers)]

    def write(writer):
        own = served.admin()
        for turn in range(each):
            number = salt + (writer + 1 << 16) + turn
            all_times[writer].append(seconds_of(lambda: create(own, number))[1])

    cpu = served.cpu_seconds()
    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(writers)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.monotonic() - began
    cpu = served.cpu_seconds() - cpu
    done = sum(map(len, all_times))
    results.add("write", f"CreateQuote, {writers} writers", None, sum(all_times, []))
    results.figure(f"CreateQuote, {writers} writers", done / seconds, "a second")
    results.figure(f"server CPU a CreateQuote, {writers} writers", cpu / done * 1e3, "ms")


def read_until(served, ids, is_done):
    """Reads of three kinds in turn, over all connections; gives the times of each kind."""
    chance = random.Random(1)
    times = {name: [] for name in READS}
    turn = 0
    while not is_done(turn):
        stub = served.readers[turn % len(served.readers)]
        some = messages.GetQuoteRequest(id=chance.choice(ids))
        page = messages.ListQuotesRequest(page_size=PAGE, skip=chance.randrange(len(ids) * 10))
        for name, call in zip(READS, (
                lambda: stub.DailyQuote(messages.DailyQuoteRequest(), timeout=CALL_SECONDS),
                lambda: stub.GetQuote(some, timeout=CALL_SECONDS),
                lambda: stub.ListQuotes(page, timeout=CALL_SECONDS))):
            times[name].append(seconds_of(call)[1])
        turn += 1
    return times


def reads_beside_import(served, results, made, more, turns):
    ids = [one.id for skip in range(0, made.count, max(1, made.count // 20))
           for one in list_quotes(served, 1_000, skip=skip).quotes]
    for name, times in read_until(served, ids, lambda turn: turn >= turns).items():
        results.add("read alone", name, None, times)

    outcome = {}
    file = made.more(more)

    def bring():
        try:
            outcome.update(run_import(made.quoted, served.data, [file]))
        except Exception as failure:  # told by the main thread
            outcome["failure"] = failure

    importer = threading.Thread(target=bring)
    cpu = served.cpu_seconds()
    importer.start()
    times = read_until(served, ids, lambda turn: turn > 0 and not importer.is_alive())
    importer.join()
    if "failure" in outcome:
        raise outcome["failure"]
    cpu = served.cpu_seconds() - cpu
    for name, some in times.items():
        late = sum(one > LATE_SECONDS for one in some)
        results.add("read beside import", name, None, some,
                    f"{late} took more than {LATE_SECONDS * 1e3:.0f} ms")
    results.figure(f"import of {more:,} into the served catalogue",
                   more / outcome["seconds"], "quotes a second")
    results.figure("server CPU an imported quote, reads and index included", cpu / more * 1e6, "µs")
    results.figure("the importing command's own memory, peak", outcome["peak_mb"], "MB")
