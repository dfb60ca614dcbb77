#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calls DailyQuote without a pause until the server goes away, and accounts for every call.

It does to the letter what the protocols say about a server that goes away. A call was answered, was
answered wrongly, was refused in a way that says it was not looked at (so that it may be made again),
or is lost, which must not happen. "busy" is printed once calls are answered, the account as JSON at
the end.

usage: exact.py PORT grpc|delimited kept|new [IN-FLIGHT]
"""

import collections
import json
import pathlib
import socket
import sys

sys.dont_write_bytecode = True  # nothing is left in the source tree
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import hpack  # noqa: E402

from peers import delimited, frames  # noqa: E402
from peers.peer import HTTP2Peer  # noqa: E402

UNAVAILABLE = 14
PATIENCE_SECONDS = 30


class GRPCLoad(HTTP2Peer):
    """A gRPC connection with many calls under way."""

    def __init__(self, port, account):
        self.account, self.open, self.next, self.pongs = account, set(), 1, b""
        self.last = None
        self.good_end = None
        # Without a table all ends of calls look the same, so that few must be understood.
        super().__init__(port, (frames.HEADER_TABLE_SIZE, 0), source=None)

    @property
    def may_call(self):
        return self.last is None and self.closed is None

    def heard(self, kind, flags, stream, payload):
        super().heard(kind, flags, stream, payload)
        if kind == frames.PING and not flags & frames.ACK:
            self.pongs += frames.frame(frames.PING, frames.ACK, 0, payload)
        elif kind == frames.GOAWAY:
            self.last = self.goaways[-1][0]
        elif kind == frames.RST_STREAM and stream in self.open:
            code = int.from_bytes(payload, "big")
            self._count(stream, "refused" if code == frames.REFUSED_STREAM else "wrong")
        elif kind == frames.HEADERS and flags & frames.END_STREAM and stream in self.open:
            self._count(stream, "answered" if self._is_good(payload) else "wrong")

    def calls(self, count):
        """The bytes of more calls."""
        streams = range(self.next, self.next + 2 * count, 2)
        self.next += 2 * count
        self.open.update(streams)
        self.account["begun"] += count
        return b"".join(map(frames.request, streams))

    def work(self):
        """Sends what is due besides calls."""
        pongs, self.pongs = self.pongs, b""
        self.send(pongs)

    def settle(self):
        """Accounts for what the server has closed over."""
        for stream in list(self.open):
            is_refused = self.last is not None and stream > self.last
            self._count(stream, "refused" if is_refused else "lost")

    def _count(self, stream, how):
        self.open.remove(stream)
        self.account[how] += 1

    def _is_good(self, block):
        if self.good_end is None and ("grpc-status", "0") in hpack.Decoder().decode(block):
            self.good_end = block
        return block == self.good_end


class DelimitedLoad(delimited.DelimitedPeer):
    """A delimited connection with many calls under way."""

    most_parsed = sys.maxsize

    def __init__(self, port, account):
        self.account, self.open, self.next = account, set(), 1
        self.goes = self.has_ended = False
        super().__init__(port, source=None)

    @property
    def may_call(self):
        return not self.goes and self.closed is None

    def heard(self, reply):
        super().heard(reply)
        self.goes |= reply.going_away
        if reply.id in self.open:
            self.open.remove(reply.id)
            if reply.code == UNAVAILABLE:
                self.account["refused"] += 1
            else:
                self.account["answered" if not reply.code and reply.message else "wrong"] += 1

    def calls(self, count):
        numbers = range(self.next, self.next + count)
        self.next += count
        self.open.update(numbers)
        self.account["begun"] += count
        return b"".join(map(delimited.call, numbers))

    def work(self):
        """Closes its side once all is answered, as a server that goes away waits for."""
        if self.goes and not self.open and not self.has_ended and self.closed is None:
            self.has_ended = True
            self.socket.shutdown(socket.SHUT_WR)

    def settle(self):
        self.account["lost"] += len(self.open)


LOADS = {"grpc": GRPCLoad, "delimited": DelimitedLoad}


def keep(port, load, in_flight, account):
    """Calls on one connection until the server closes it."""
    one = load(port, account)
    is_busy = False
    while one.closed is None:
        if one.may_call and len(one.open) <= in_flight // 2:
            one.send(one.calls(in_flight - len(one.open)))
        one.work()
        before = one.received
        one.listen(PATIENCE_SECONDS, lambda: one.received > before)
        if one.received == before and one.closed is None:
            break
        if not is_busy and account["answered"]:
            is_busy = True
            print("busy", flush=True)
    one.settle()
    one.close()


def renew(port, load, account):
    """Makes one call on each new connection until there is nobody to connect to."""
    is_busy = False
    while True:
        try:
            one = load(port, account)
        except OSError:
            return
        one.send(one.calls(1))
        one.listen(PATIENCE_SECONDS, lambda: not one.open)
        if one.open and not one.received:
            # The server closed before it said that it had taken the connection.
            one.open.clear()
            account["unheard"] += 1
        one.settle()
        one.close()
        if not is_busy and account["answered"]:
            is_busy = True
            print("busy", flush=True)


def main():
    port, load, manner = int(sys.argv[1]), LOADS[sys.argv[2]], sys.argv[3]
    account = collections.Counter()
    if manner == "kept":
        keep(port, load, int(sys.argv[4]), account)
    else:
        renew(port, load, account)
    names = ["begun", "answered", "refused", "wrong", "lost", "unheard"]
    print(json.dumps({name: account[name] for name in names}))


if __name__ == "__main__":
    main()
