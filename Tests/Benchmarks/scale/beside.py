# SPDX-License-Identifier: Apache-2.0
"""Reading alone, and beside what may hold it up: filters and searches that are new, and an import."""

import random
import threading

from .catalogue import run_import
from .measure import seconds_of
from .reads import PAGE, list_quotes
from .served import CALL_SECONDS, messages, services

LATE_SECONDS = 0.05
READS = ("DailyQuote", "GetQuote", f"ListQuotes of {PAGE}")


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


def read_beside(served, results, part, ids, work):
    """Reads for as long as a thread needs for some work; its failure is this one's."""
    failures = []

    def run():
        try:
            work()
        except Exception as failure:  # told by the thread that waits
            failures.append(failure)

    worker = threading.Thread(target=run)
    worker.start()
    times = read_until(served, ids, lambda turn: turn > 0 and not worker.is_alive())
    worker.join()
    if failures:
        raise failures[0]
    for name, some in times.items():
        late = sum(one > LATE_SECONDS for one in some)
        results.add(part, name, None, some, f"{late} took more than {LATE_SECONDS * 1e3:.0f} ms")


def measure(served, results, made, more, names, words):
    """All of it; `names` and `words` are what filters and searches are made of."""
    ids = [one.id for skip in range(0, made.count, max(1, made.count // 20))
           for one in list_quotes(served, 1_000, skip=skip).quotes]
    for name, times in read_until(served, ids, lambda turn: turn >= 1_000).items():
        results.add("read alone", name, None, times)

    other = services.QuoteServiceStub(served.channel(served.address))

    def filter_anew():
        for first, second in zip(names.tags[50:150], names.tags[51:151]):
            other.ListQuotes(messages.ListQuotesRequest(
                filter=messages.QuoteFilter(tags_any=[first, second])), timeout=CALL_SECONDS)

    def search_anew():
        for first, second in zip(words[:100], words[1:101]):
            other.SearchQuotes(messages.SearchQuotesRequest(
                query=f"{first} {second}"), timeout=CALL_SECONDS)

    read_beside(served, results, "read beside new filters", ids, filter_anew)
    read_beside(served, results, "read beside searches", ids, search_anew)

    imported = {}
    file = made.more(more)
    cpu = served.cpu_seconds()
    read_beside(served, results, "read beside an import", ids,
                lambda: imported.update(run_import(made.quoted, served.data, [file])))
    cpu = served.cpu_seconds() - cpu
    results.figure(f"import of {more:,} into the served catalogue",
                   more / imported["seconds"], "quotes a second")
    results.figure("server CPU an imported quote, reads and index included", cpu / more * 1e6, "µs")
    results.figure("the importing command's own memory, peak", imported["peak_mb"], "MB")
