# SPDX-License-Identifier: Apache-2.0
"""Writing, beside the disk's own fsync."""

import os
import random
import threading
import time

from .measure import seconds_of
from .served import CALL_SECONDS, messages


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
