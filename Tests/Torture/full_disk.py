#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fills the disk under `quoted`, and checks what it says, what it goes on with, and what it has.

Three times over, writes are made until one is refused:

* it is refused by RESOURCE_EXHAUSTED, DISK_FULL and when to come again, and so are the next ones;
* everything that was acknowledged can be read meanwhile, by id and in lists; a search finds what it
  should, or says that the index, which needs room too, can't be used at present;
* a backup and an import end with status 74 and name the file that could not be written;
* once there is room, writes go on without a restart;
* killed, with and without room, and started again, it has all that was acknowledged and no more.

With `--by disk` the data directory is a small file system of its own, which takes root or user
namespaces: where neither is there it ends with status 77. With `--by limit` the server may write
files up to a size only, which takes nothing.

usage: full_disk.py --quoted PROGRAM --by disk|limit
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from kill_storm import Server, messages

CANNOT_MOUNT = 77
MOST_WRITES = 20_000


def fail(text):
    raise SystemExit(f"full_disk: {text}")


class SmallDisk:
    """A file system of 24 MiB, filled up by a file of no use."""

    def __init__(self, folder):
        self.ballast = folder / "ballast"

    def fill(self, server):
        status = os.statvfs(self.ballast.parent)
        with open(self.ballast, "wb") as file:
            file.write(bytes(max(0, status.f_bavail * status.f_frsize - (600 << 10))))

    def make_room(self, server):
        self.ballast.unlink(missing_ok=True)

    @staticmethod
    def mount(folder):
        """Mounts it, or starts this program anew where it may do that."""
        if subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=24m", "full-disk", folder], capture_output=True
        ).returncode == 0:
            return
        again = ["unshare", "--user", "--map-root-user", "--mount"]
        if "FULL_DISK_UNSHARED" not in os.environ and shutil.which(again[0]):
            if subprocess.run([*again, "true"], capture_output=True).returncode == 0:
                os.rmdir(folder)
                os.environ["FULL_DISK_UNSHARED"] = "1"
                os.execvp(again[0], [*again, sys.executable, *sys.argv])
        os.rmdir(folder)
        print("full_disk: NOT TESTED: no file system can be mounted here", file=sys.stderr)
        raise SystemExit(CANNOT_MOUNT)


class SizeLimit:
    """A limit on the size of the files that the server writes."""

    def __init__(self, folder):
        self.folder = folder

    def fill(self, server):
        largest = max(path.stat().st_size for path in self.folder.rglob("catalogue.sqlite*"))
        self.limit(server, largest + (300 << 10))

    def make_room(self, server):
        self.limit(server, resource.RLIM_INFINITY)

    def limit(self, server, soft):
        process = server.process.pid
        hard = resource.prlimit(process, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(process, resource.RLIMIT_FSIZE, (soft, hard))


class Editor:
    """Someone who writes, and remembers what was acknowledged."""

    def __init__(self):
        self.counter = 0
        self.texts = {}
        self.refused = set()

    def quote(self):
        self.counter += 1
        text = f"Number {self.counter} of a full disk: {'word ' * 300}end."
        return messages.Quote(text=text, creator="An editor", language="en", tags=["storm"])

    def create(self, server):
        """Whether the quote was taken; what was refused was refused as it should be."""
        quote = self.quote()
        request = messages.CreateQuoteRequest(quote=quote)
        try:
            reply = server.admin.CreateQuote(request, timeout=30)
        except grpc.RpcError as error:
            expect_full(error)
            self.refused.add(quote.text)
            return False
        self.texts[reply.quote.id] = quote.text
        return True

    def create_until_full(self, server):
        for _ in range(MOST_WRITES):
            if not self.create(server):
                return
        fail(f"{MOST_WRITES} writes went in, and the disk was to be full")

    def refuse_others(self, server):
        """A batch is refused as a whole; a change and a deletion change nothing."""
        batch = [self.quote() for _ in range(500)]
        victim = next(iter(self.texts))
        change = messages.UpdateQuoteRequest(quote=messages.Quote(id=victim, text="w " * 2000))
        change.update_mask.paths.append("text")
        for call, request in [
            (server.admin.ImportQuotes, messages.ImportQuotesRequest(quotes=batch)),
            (server.admin.UpdateQuote, change),
        ]:
            for _ in range(MOST_WRITES):
                try:
                    call(request, timeout=30)
                except grpc.RpcError as error:
                    expect_full(error)
                    break
                if call == server.admin.UpdateQuote:
                    # What is left of the disk held it: that is an acknowledged change.
                    self.texts[victim] = request.quote.text.strip()
                    request.quote.text = request.quote.text + "w "
                else:
                    fail("a batch of 500 quotes went into a full disk")
        self.refused.update(quote.text for quote in batch)

    def check(self, server):
        """Compares with what the server has; returns whether searches work."""
        found, _ = server.all_quotes()
        for number, text in self.texts.items():
            there = found.get(number)
            if there is None or there.text != text:
                fail(f"{number} was acknowledged as {text[:40]!r} and is {str(there)[:80]}")
        texts = {quote.text for quote in found.values()}
        if texts & self.refused:
            fail("a quote is there that was refused")
        if len(found) != len(self.texts):
            fail(f"{len(found)} quotes are there, and {len(self.texts)} were acknowledged")
        last = list(self.texts)[-1]
        server.quotes.GetQuote(messages.GetQuoteRequest(id=last), timeout=30)
        server.quotes.DailyQuote(messages.DailyQuoteRequest(), timeout=30)
        return search(server)


def expect_full(error):
    if error.code() != grpc.StatusCode.RESOURCE_EXHAUSTED:
        fail(f"a full disk gives {error.code()}: {error.details()}")
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    status = rpc_status.from_call(error)
    for detail in status.details if status else []:
        detail.Unpack(info)
        detail.Unpack(retry)
    if info.reason != "DISK_FULL" or retry.retry_delay.ToSeconds() < 1:
        fail(f"a full disk gives {info.reason!r}, retry {retry.retry_delay}: {error.details()}")
    if "disk is full" not in error.details():
        fail(f"a full disk is told as {error.details()!r}")


def expect_commands(program, data, folder):
    """What the commands say that write to the full disk."""
    target = data / "copy.sqlite"
    many = folder / "many.jsonl"
    with open(many, "w") as file:
        for number in range(3000):
            file.write(json.dumps({"text": f"From a file, {number}: {'words ' * 100}"}) + "\n")
    backup = subprocess.run(
        [program, "backup", "--data", data, target], capture_output=True, text=True, timeout=60
    )
    if backup.returncode != 74 or str(target) not in backup.stderr:
        fail(f"a backup on a full disk ends with {backup.returncode}: {backup.stderr}")
    if "catalogue.sqlite" in backup.stderr or target.exists():
        fail(f"a backup on a full disk blames what it reads, or leaves a rest: {backup.stderr}")
    load = subprocess.run(
        [program, "import", "--data", data, many], capture_output=True, text=True, timeout=60
    )
    words = "could not be written; 0 quotes are in: run the import again to complete it"
    if load.returncode != 74 or words not in load.stderr:
        fail(f"an import on a full disk ends with {load.returncode}: {load.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quoted", required=True, help="the program")
    parser.add_argument("--by", choices=["disk", "limit"], required=True)
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="full-disk-"))
    if options.by == "disk":
        SmallDisk.mount(folder)
    rest = pathlib.Path(tempfile.mkdtemp(prefix="full-disk-files-"))
    server = None
    try:
        disk = SmallDisk(folder) if options.by == "disk" else SizeLimit(folder)
        data = folder / "data"
        editor = Editor()
        server = Server(options.quoted, str(data))
        for _ in range(20):
            if not editor.create(server):
                fail("the disk is full before it is filled")
        wait_for_search(server)
        for round_number in range(3):
            disk.fill(server)
            editor.create_until_full(server)
            editor.refuse_others(server)
            editor.check(server)
            if options.by == "disk" and round_number == 0:
                expect_commands(options.quoted, data, rest)
            if round_number == 1:
                # Killed while the disk is full; the limit goes with its process.
                server.kill()
                server.close()
                server = Server(options.quoted, str(data))
                editor.check(server)
            disk.make_room(server)
            for _ in range(30):
                if not editor.create(server):
                    fail("there is room, and a write is refused")
            editor.check(server)
            wait_for_search(server)
        server.kill()
        server.close()
        server = Server(options.quoted, str(data))
        editor.check(server)
        print(
            f"{len(editor.texts)} quotes acknowledged, {len(editor.refused)} refused on a full "
            f"disk (by {options.by}): none lost, none too many"
        )
    finally:
        if server:
            server.kill()
            server.close()
        if options.by == "disk":
            subprocess.run(["umount", folder], check=False)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(rest, ignore_errors=True)


def search(server):
    """Whether a search finds what it should; anything but that or a clear refusal is an error."""
    request = messages.SearchQuotesRequest(query="disk", page_size=5)
    try:
        page = server.quotes.SearchQuotes(request, timeout=30)
    except grpc.RpcError as error:
        if error.code() != grpc.StatusCode.UNAVAILABLE or "search index" not in error.details():
            raise
        return False
    if not page.quotes:
        fail("a search finds nothing")
    return True


def wait_for_search(server):
    """Returns when the search index shows what was written."""
    end = time.monotonic() + 90
    while not search(server):
        if time.monotonic() > end:
            fail("searches are not answered though there is room")
        time.sleep(0.1)


if __name__ == "__main__":
    main()
