# SPDX-License-Identifier: Apache-2.0
"""The command `quote`, called again and again: each time a new client with a new connection."""

import re
import subprocess
import threading
import time

NOBODY_THERE = re.compile(r"Cannot connect to")


class Commands:
    """A thread that runs `quote daily` until so many have succeeded, and keeps what went wrong.

    One that finds nobody to connect to has called nobody: it is run again."""

    def __init__(self, program, port, protocol, count):
        self.arguments = [program, "-s", f"127.0.0.1:{port}", "--protocol", protocol, "-o", "json",
                          "daily"]
        self.count, self.answered, self.nobody_there, self.faults = count, 0, 0, []
        self.is_busy = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def account(self, patience=120):
        self.thread.join(patience)
        if self.thread.is_alive():
            self.faults.append(f"{self.answered} of {self.count} after {patience} s")
        return {"begun": self.answered + len(self.faults), "answered": self.answered,
                "again": self.nobody_there, "faults": self.faults[:3]}

    def _run(self):
        while self.answered + len(self.faults) < self.count:
            try:
                done = subprocess.run(self.arguments, capture_output=True, text=True, timeout=60)
            except subprocess.TimeoutExpired:
                self.faults.append("no end after 60 s")
                continue
            if done.returncode == 0 and '"quote"' in done.stdout:
                self.answered += 1
            elif NOBODY_THERE.search(done.stderr):
                self.nobody_there += 1
                time.sleep(0.02)
            else:
                self.faults.append(f"status {done.returncode}: {done.stderr.strip()}")
            if self.answered >= self.count // 4:
                self.is_busy.set()


class Watch:
    """A `quote watch` that runs beside the others."""

    def __init__(self, program, port, protocol):
        self.process = subprocess.Popen(
            [program, "-s", f"127.0.0.1:{port}", "--protocol", protocol, "watch", "-z", "UTC",
             "-o", "jsonl"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines = []
        self.changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def has_lines(self, count, patience=60):
        with self.changed:
            return self.changed.wait_for(lambda: len(self.lines) >= count, patience)

    def close(self):
        self.process.terminate()
        self.process.wait(30)

    def _read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line)
                self.changed.notify_all()
