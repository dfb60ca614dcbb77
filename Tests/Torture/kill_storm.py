#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills `quoted` at random moments under concurrent writers, and checks what it has afterwards.

The checker knows of each writer what was acknowledged and the one write that may have been under
way. After each kill the server is started again, and then

* everything acknowledged is there as it was acknowledged, deletions included;
* a write that was under way is there as a whole or not at all, batches of an import too;
* sent again with its request_id it happens once in all;
* no revision is below one that was acknowledged, and no fixed day has changed.

usage: kill_storm.py --quoted PROGRAM [--kills 200] [--writers 4] [--seed N]
"""

import argparse
import datetime
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import uuid

import grpc

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "proto"))
messages, services = grpc.protos_and_services("quotes/v1/quotes.proto")

ABSENT = None


def fail(text):
    raise SystemExit(f"kill_storm: {text}")


class Server:
    """A `quoted serve` on a data directory."""

    def __init__(self, program, data):
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--data", data],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.address = None
        for line in self.process.stdout:
            if line.startswith("listening on 127."):
                self.address = line.split()[-1]
                break
        if self.address is None:
            fail(f"the server did not start: {self.process.stderr.read()}")
        # What it logs must not fill its pipe.
        for stream in (self.process.stdout, self.process.stderr):
            threading.Thread(target=stream.read, daemon=True).start()
        options = [("grpc.use_local_subchannel_pool", 1)]
        self.reading = grpc.insecure_channel(self.address, options=options)
        self.writing = grpc.insecure_channel(f"unix:{data}/admin.sock", options=options)
        self.quotes = services.QuoteServiceStub(self.reading)
        self.admin = services.QuoteAdminServiceStub(self.writing)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        self.reading.close()
        self.writing.close()

    def all_quotes(self):
        """Every quote of the storm by its id, and the revision they were read at."""
        found, token, revision = {}, "", 0
        request = messages.ListQuotesRequest(page_size=1000)
        request.filter.tags_all.append("storm")
        while True:
            request.page_token = token
            page = self.quotes.ListQuotes(request, timeout=30)
            found.update((quote.id, quote) for quote in page.quotes)
            token, revision = page.next_page_token, page.revision
            if not token:
                return found, revision

    def fixed_days(self):
        reply = self.quotes.ListCalendars(messages.ListCalendarsRequest(), timeout=30)
        through = next(c.fixed_through for c in reply.calendars if c.id == "default")
        first = str(datetime.date.fromisoformat(through) - datetime.timedelta(days=360))
        reply = self.quotes.ListDailyQuotes(
            messages.ListDailyQuotesRequest(first_date=first, last_date=through), timeout=30
        )
        return {day.date: (day.quote.id, bytes(day.chain)) for day in reply.days}


class Write:
    """One write: what is sent, and what each quote that it touches is afterwards."""

    def __init__(self, method, request, after, before):
        self.method, self.request, self.after, self.before = method, request, after, before

    def send(self, server):
        reply = getattr(server.admin, self.method)(self.request, timeout=30)
        return reply


class Writer:
    """One of those who write at the same time; its quotes are its own."""

    def __init__(self, number, seed):
        self.number = number
        self.random = random.Random(seed)
        self.counter = 0
        # The text of each quote by its first text, or ABSENT, as acknowledged.
        self.state = {}
        self.ids = {}
        self.pending = None
        self.revision = 0
        self.failure = None

    def new_text(self):
        self.counter += 1
        return f"Writer {self.number} says number {self.counter}: {'word ' * self.random.randrange(60)}end"

    def quote(self, text):
        return messages.Quote(text=text, creator=f"Writer {self.number}", language="en", tags=["storm"])

    def next_write(self):
        living = [key for key, text in self.state.items() if text is not ABSENT]
        kind = self.random.random()
        guard = str(uuid.UUID(int=self.random.getrandbits(128), version=4))
        if kind < 0.5 or len(living) < 5:
            text = self.new_text()
            request = messages.CreateQuoteRequest(quote=self.quote(text), request_id=guard)
            return Write("CreateQuote", request, {text: text}, {text: ABSENT})
        if kind < 0.7:
            key = self.random.choice(living)
            text = self.new_text()
            quote = messages.Quote(id=self.ids[key], text=text)
            request = messages.UpdateQuoteRequest(quote=quote, request_id=guard)
            request.update_mask.paths.append("text")
            return Write("UpdateQuote", request, {key: text}, {key: self.state[key]})
        if kind < 0.85:
            key = self.random.choice(living)
            request = messages.DeleteQuoteRequest(id=self.ids[key], request_id=guard)
            return Write("DeleteQuote", request, {key: ABSENT}, {key: self.state[key]})
        texts = [self.new_text() for _ in range(self.random.randrange(2, 40))]
        request = messages.ImportQuotesRequest(quotes=[self.quote(text) for text in texts])
        return Write("ImportQuotes", request, {t: t for t in texts}, {t: ABSENT for t in texts})

    def run(self, server, acknowledged):
        """Writes until the server is gone; what goes wrong is kept for the main thread."""
        try:
            self.write_on(server, acknowledged)
        except (Exception, SystemExit) as error:
            self.failure = error

    def write_on(self, server, acknowledged):
        while True:
            write = self.pending = self.next_write()
            try:
                reply = write.send(server)
            except grpc.RpcError as error:
                if error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED):
                    return
                fail(f"{write.method}: {error.code()} {error.details()}")
            self.take(write, reply)
            acknowledged()

    def take(self, write, reply):
        if reply.revision < self.revision:
            fail(f"revision {reply.revision} came after {self.revision}")
        self.revision = reply.revision
        if write.method == "CreateQuote":
            self.ids[next(iter(write.after))] = reply.quote.id
        if write.method == "ImportQuotes":
            for text, outcome in zip(write.after, reply.outcomes):
                if not outcome.id:
                    fail(f"an import refused a quote: {outcome}")
                self.ids[text] = outcome.id
        self.state.update(write.after)
        self.pending = None

    def check(self, found):
        """Compares with what the server has; returns whether the pending write happened."""
        pending = self.pending
        touched = set(pending.after) if pending else set()
        for key, text in self.state.items():
            if key in touched:
                continue
            quote = found.get(self.ids[key])
            if (quote.text if quote else ABSENT) != text:
                fail(f"{key[:40]!r} was acknowledged as {text!r} and is {quote}")
        if not pending:
            return None
        texts = {quote.text for quote in found.values()}
        happened = set()
        for key in touched:
            before, after = pending.before[key], pending.after[key]
            there = texts & {before, after} - {ABSENT}
            if there == ({after} - {ABSENT}):
                happened.add(True)
            elif there == ({before} - {ABSENT}):
                happened.add(False)
            else:
                fail(f"{pending.method} of {key[:40]!r} is there by halves")
        if len(happened) != 1:
            fail(f"{pending.method} of {len(touched)} quotes was done by halves")
        return happened.pop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quoted", required=True, help="the program")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    chance = random.Random(options.seed)
    data = tempfile.mkdtemp(prefix="kill-storm-")
    writers = [Writer(n, options.seed + n) for n in range(options.writers)]
    days, acknowledged_in_all, under_way, survived = {}, 0, 0, 0
    started = time.monotonic()
    server = Server(options.quoted, data)
    for kill in range(options.kills):
        enough = threading.Event()
        count, wanted = [0], chance.randrange(1, 120)
        lock = threading.Lock()

        def acknowledged():
            with lock:
                count[0] += 1
                if count[0] >= wanted:
                    enough.set()

        threads = [
            threading.Thread(target=writer.run, args=(server, acknowledged)) for writer in writers
        ]
        for thread in threads:
            thread.start()
        # A writer that fails ends the storm instead of being waited for.
        while not enough.wait(0.2):
            if not any(thread.is_alive() for thread in threads):
                fail("all writers have ended before the kill")
        time.sleep(chance.random() * 0.004)
        server.kill()
        for thread in threads:
            thread.join()
        for writer in writers:
            if writer.failure:
                raise writer.failure
        server.close()
        acknowledged_in_all += count[0]

        server = Server(options.quoted, data)
        found, revision = server.all_quotes()
        for writer in writers:
            if revision < writer.revision:
                fail(f"the store is at revision {revision}; {writer.revision} was acknowledged")
            happened = writer.check(found)
            if happened is None:
                continue
            under_way += 1
            survived += happened
            # Whether it happened or not: sent again, it has happened once.
            writer.take(writer.pending, writer.pending.send(server))
        found, _ = server.all_quotes()
        for writer in writers:
            writer.check(found)
        living = sum(t is not ABSENT for writer in writers for t in writer.state.values())
        if len(found) != living:
            fail(f"{len(found)} quotes are there, and {living} should be")
        fixed = server.fixed_days()
        for date, day in days.items():
            if fixed.get(date, day) != day:
                fail(f"the fixed day {date} has changed")
        days = fixed
        if (kill + 1) % 20 == 0:
            print(f"{kill + 1} kills, {acknowledged_in_all} writes acknowledged", flush=True)
    server.kill()
    server.close()
    shutil.rmtree(data)
    print(
        f"{options.kills} kills in {time.monotonic() - started:.0f} s: "
        f"{acknowledged_in_all} writes acknowledged by {options.writers} writers, none lost; "
        f"{under_way} under way, of which {survived} had happened as a whole and "
        f"{under_way - survived} not at all; {len(found)} quotes and {len(days)} fixed days as they were"
    )


if __name__ == "__main__":
    main()
