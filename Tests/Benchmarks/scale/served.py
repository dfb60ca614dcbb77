# SPDX-License-Identifier: Apache-2.0
"""A `quoted serve` that is measured: its start, its memory, its CPU time, and stubs to call it."""

import os
import subprocess
import sys
import threading
import time

import grpc

from .catalogue import BENCHMARKS, Failure

sys.path.insert(0, str(BENCHMARKS.parents[1] / "proto"))
messages, services = grpc.protos_and_services("quotes/v1/quotes.proto")

START_SECONDS = 300
STOP_SECONDS = 60
CALL_SECONDS = 60
# Each on a connection of its own, so that every event loop of the server is asked.
READING_CHANNELS = 4


class Served:
    """One running server; nothing of it is left when its `with` ends."""

    def __init__(self, quoted, data):
        self.data = data
        self.events = []
        self.channels = []
        began = time.monotonic()
        self.process = subprocess.Popen(
            [quoted, "serve", "--listen", "127.0.0.1:0", "--data", data],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.began = began
        threading.Thread(target=self.follow, daemon=True).start()
        limit = threading.Timer(START_SECONDS, self.process.kill)
        limit.start()
        address = next((line.split()[-1] for line in self.process.stdout
                        if line.startswith("listening on ")), None)
        self.start_seconds = time.monotonic() - began
        limit.cancel()
        if address is None:
            self.process.wait()
            raise Failure("the server did not start: " + "".join(e for _, e in self.events[-5:]))
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.address = address
        self.clock = ~self.process.pid << 3 | 2  # the kernel's CPU clock of a process
        self.readers = [services.QuoteServiceStub(self.channel(address))
                        for _ in range(READING_CHANNELS)]
        self.reader = self.readers[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for channel in self.channels:
            channel.close()
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def follow(self):
        """Keeps what the server tells, with the time, so that its pipe never fills; changes aside."""
        for line in self.process.stderr:
            if "event=audit" not in line:
                self.events.append((time.monotonic(), line))

    def channel(self, address):
        channel = grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])
        self.channels.append(channel)
        return channel

    def admin(self):
        """A stub of an editor, by the socket of the data directory, on a connection of its own."""
        return services.QuoteAdminServiceStub(self.channel(f"unix:{self.data}/admin.sock"))

    def cpu_seconds(self):
        return time.clock_gettime(self.clock)

    def memory_mb(self):
        """Resident memory now, that of it which is no file's, and the most so far (MB of 10^6)."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            fields = dict(line.split(":", 1) for line in status)
        now, own, most = (int(fields[name].split()[0]) * 1024 / 1e6
                          for name in ("VmRSS", "RssAnon", "VmHWM"))
        return {"now": now, "own": own, "most": most}

    def await_index(self):
        """Waits until search answers; gives the seconds from the start until the index was whole."""
        while True:
            for moment, line in list(self.events):
                if "event=indexed " in line:
                    return moment - self.began
                if "search index failed" in line:
                    raise Failure(line)
            if self.process.poll() is not None:
                raise Failure(f"the server ended with {self.process.returncode}")
            time.sleep(0.02)

    def index_bytes(self):
        return sum(os.path.getsize(self.data / name) for name in
                   ("search.sqlite", "search.sqlite-wal") if (self.data / name).exists())
