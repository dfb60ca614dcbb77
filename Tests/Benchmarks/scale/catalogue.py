# SPDX-License-Identifier: Apache-2.0
"""The catalogue that is measured: made once by an offline import, and copied for each run."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[1]
SYNTHETIC = BENCHMARKS / "synthetic-quotes.py"
STORE = "catalogue.sqlite"


class Failure(Exception):
    """Something did not run; the message is for the person at the terminal."""


def write_quotes(file, *options):
    """Writes synthetic quotes to a file, whole or not at all."""
    part = file.with_suffix(".part")
    with part.open("wb") as output:
        subprocess.run([sys.executable, SYNTHETIC, *map(str, options)], stdout=output, check=True)
    part.rename(file)
    return file


class Made:
    """A data directory in the cache, with what its import took."""

    def __init__(self, cache, quoted, count):
        self.cache, self.quoted, self.count = cache, quoted, count
        self.data = cache / f"data-{count}"
        self.note = self.data / "made.json"

    def import_figures(self):
        """Makes the catalogue if it isn't there; one of a hundred quotes is Chinese."""
        if not self.note.exists():
            self.cache.mkdir(parents=True, exist_ok=True)
            shutil.rmtree(self.data, ignore_errors=True)
            chinese = self.count // 100
            print(f"making {self.count:,} quotes, once for all runs", flush=True)
            files = [
                write_quotes(self.cache / "latin.jsonl", "--count", self.count - chinese),
                write_quotes(self.cache / "chinese.jsonl", "--count", chinese, "--chinese"),
            ]
            figures = run_import(self.quoted, self.data, files)
            for file in files:
                file.unlink()
            self.note.write_text(json.dumps(figures))
        return json.loads(self.note.read_text())

    def copy(self, folder):
        """A copy to be served and changed, synchronised to the disk."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        shutil.copy(self.data / STORE, folder / STORE)
        with (folder / STORE).open("rb") as file:
            os.fsync(file.fileno())
        return folder

    def more(self, count):
        """A file of quotes that the catalogue does not have."""
        file = self.cache / f"more-{self.count}-{count}.jsonl"
        return file if file.exists() else write_quotes(
            file, "--count", count, "--first", self.count)


def run_import(quoted, data, files):
    """Imports files; gives seconds, the importer's own CPU seconds and its peak memory (MB of 10^6)."""
    command = [quoted, "import", "--format", "jsonl", "--data", data, *files]
    began = time.monotonic()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said)
        # Its own peak: that of all children would be a server's.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - began
        said.seek(0)
        if process.returncode != 0:
            raise Failure(
                f"the import ended with {process.returncode}: {said.read().decode()[-1000:]}")
    return {"seconds": seconds, "cpu_seconds": usage.ru_utime + usage.ru_stime,
            "peak_mb": usage.ru_maxrss * 1024 / 1e6}


def leave_page_cache(file):
    """Lets the kernel forget a file, so that it is read from the disk again."""
    with file.open("rb") as opened:
        os.fsync(opened.fileno())
        os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
