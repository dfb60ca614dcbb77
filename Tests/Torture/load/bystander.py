# SPDX-License-Identifier: Apache-2.0
"""Someone else, who calls DailyQuote all the time: over gRPC and the delimited protocol, on
connections that are kept, and now and then on a new one. Every call must succeed.

Runs as a process of its own, `bystander.py PORT`. For each line of its input it prints one: what it
saw since the one before, as JSON. From a line "kept" on until the next it makes no new connections.
"""

import json
import pathlib
import select
import socket
import subprocess
import sys
import time

TIMEOUT_SECONDS = 30
PAUSE_SECONDS = 0.001
CALLS_TO_A_NEW_CONNECTION = 20


class Bystander:
    """The process, as whoever started it sees it."""

    def __init__(self, port):
        self.process = subprocess.Popen(
            [sys.executable, str(pathlib.Path(__file__)), str(port)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.report()

    def report(self, from_here_on="all"):
        """What it saw since the last report; `kept`: it makes no new connections until the next."""
        self.process.stdin.write(f"{from_here_on}\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        if not self.process.stdin.closed:
            self.process.stdin.close()
        self.process.wait(30)


class DelimitedCaller:
    """Calls over the delimited protocol."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_SECONDS)
        self.input = self.socket.makefile("rb")
        self.socket.sendall(b"\x89QD\x01")
        if self.input.read(4) != b"\x89QD\x01":
            raise ConnectionError("no preface")
        self._message()
        self.id = 0

    def __call__(self):
        from peers import delimited
        self.id += 1
        self.socket.sendall(delimited.call(self.id))
        reply = delimited.Reply(self._message())
        if reply.id != self.id or reply.code or not reply.message:
            raise ConnectionError(f"an answer that is none: {reply}")

    def close(self):
        self.input.close()
        self.socket.close()

    def _message(self):
        count = shift = 0
        while True:
            byte = self.input.read(1)
            if not byte:
                raise ConnectionError("the server closed the bystander's connection")
            count |= (byte[0] & 0x7F) << shift
            shift += 7
            if byte[0] < 0x80:
                return self.input.read(count)


class GRPCCaller:
    """Calls over gRPC, by the stock client."""

    def __init__(self, port):
        import grpc
        options = [("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0)]
        self.channel = grpc.insecure_channel(f"127.0.0.1:{port}", options=options)
        self.method = self.channel.unary_unary(
            "/quotes.v1.QuoteService/DailyQuote", lambda request: request, lambda reply: reply)

    def __call__(self):
        if not self.method(b"", timeout=TIMEOUT_SECONDS):
            raise ConnectionError("an empty answer")

    def close(self):
        self.channel.close()


def timed(call, seconds, failures):
    started = time.monotonic()
    try:
        call()
    except Exception as error:  # whatever it is, the call has failed
        failures.append(f"{type(error).__name__}: {str(error)[:300]}")
    seconds.append(time.monotonic() - started)


def new_connection(port):
    caller = DelimitedCaller(port)
    try:
        caller()
    finally:
        caller.close()


def main():
    sys.dont_write_bytecode = True  # nothing is left in the source tree
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
    port = int(sys.argv[1])
    kept = [GRPCCaller(port), DelimitedCaller(port)]
    seconds, failures, rounds, wish = [], [], 0, "all"
    while True:
        for caller in kept:
            timed(caller, seconds, failures)
        rounds += 1
        if rounds % CALLS_TO_A_NEW_CONNECTION == 0 and wish != "kept":
            timed(lambda: new_connection(port), seconds, failures)
        if not select.select([sys.stdin], [], [], PAUSE_SECONDS)[0]:
            continue
        wish = sys.stdin.readline().strip()
        if not wish:
            return
        seconds.sort()
        print(json.dumps({
            "calls": len(seconds), "failures": failures,
            "p99_ms": seconds[len(seconds) * 99 // 100] * 1000, "slowest_ms": seconds[-1] * 1000,
        }), flush=True)
        seconds, failures = [], []


if __name__ == "__main__":
    main()
