# SPDX-License-Identifier: Apache-2.0
"""The servers that take their turns: how each is started, watched and stopped."""

import ctypes
import signal
import socket
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

from .programs import BUILD, QUOTED, Failure, find_program, pinned, run

START_SECONDS = 20
STOP_SECONDS = 10
PATH = "/quotes.v1.QuoteService/DailyQuote"
running = []


@dataclass
class Kind:
    """A server to measure: `command` gives its command line for a port and the reply's file."""
    name: str
    command: Callable[[int, Path], list]
    grpc: bool = False        # speaks HTTP/2, measured by h2load
    delimited: bool = False   # speaks the delimited protocol
    answers_status: bool = True  # sends grpc-status; a server of static files does not
    reply_varies: bool = False   # its reply is not the canned one, and may change with the time
    reply_is_own: bool = False   # it has another catalogue, and so another quote of the day
    needs: list = field(default_factory=list)


def serving(program, data):
    def command(port, _):
        line = [program, "serve", "--listen", f"127.0.0.1:{port}", "--data", data]
        # One loop for each CPU it may use is its own default; the option, if there, says it too.
        return line + (["--loops", "1"] if "--loops" in run([program, "serve", "--help"]) else [])
    return command


def nghttpd_command(port, reply):
    message = reply.read_bytes()
    file = BUILD / "static" / PATH.lstrip("/")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(framed(message))
    return [find_program("nghttpd"), "--no-tls", "-a", "127.0.0.1", "-n", "1",
            "-d", BUILD / "static", str(port)]


def canned(program):
    return lambda port, reply: [BUILD / program, "--port", str(port), "--reply", reply]


KINDS = [
    Kind("quoted", serving(QUOTED, BUILD / "data"), grpc=True, delimited=True, reply_varies=True),
    Kind("nghttp2-floor", canned("nghttp2-floor"), grpc=True, needs=["libnghttp2"]),
    Kind("delimited-floor", canned("delimited-floor"), delimited=True),
    Kind("nghttpd", nghttpd_command, grpc=True, answers_status=False, needs=["nghttpd"]),
    Kind("grpc-cpp", canned("grpc-cpp-server"), grpc=True,
         needs=["c++", "protoc", "grpc_cpp_plugin", "grpc++"]),
]


def earlier(program):
    """Another build of `quoted`, to see what a change costs."""
    return Kind("quoted-before", serving(program, BUILD / "data-before"), grpc=True,
                delimited=True, reply_is_own=True)


def framed(message):
    """A gRPC message behind its five octets: not compressed, and its length."""
    return b"\0" + len(message).to_bytes(4, "big") + message


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """One running server, pinned to a CPU; leaves nothing behind when its `with` ends."""

    def __init__(self, kind, reply, cpu):
        self.kind, self.port = kind, free_port()
        self.log = BUILD / "logs" / f"{kind.name}.log"
        self.log.parent.mkdir(parents=True, exist_ok=True)
        command = kind.command(self.port, reply)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                **pinned(cpu))
        running.append(self)
        clock = ctypes.c_int()
        if ctypes.CDLL(None).clock_getcpuclockid(self.process.pid, ctypes.byref(clock)) != 0:
            raise self.failure("has no CPU clock")
        self.clock = clock.value

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def cpu_nanoseconds(self):
        """User and system time of all its threads so far, those that have ended included."""
        self.check()
        return time.clock_gettime_ns(self.clock)

    def check(self):
        if self.process.poll() is not None:
            raise self.failure(f"ended by itself with {self.process.returncode}")

    def failure(self, what):
        said = self.log.read_text(errors="replace")[-2000:]
        return Failure(f"{self.kind.name} {what}" + (f"; it said:\n{said}" if said else ""))

    def await_port(self):
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            self.check()
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise self.failure(f"did not listen within {START_SECONDS} s")

    def stop(self):
        if self in running:
            running.remove(self)
        if self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise self.failure(f"did not stop within {STOP_SECONDS} s of SIGTERM") from None


def stop_all():
    """Ends what an interruption has left running."""
    for server in list(running):
        server.process.kill()
        server.process.wait()
    running.clear()
