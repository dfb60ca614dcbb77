# SPDX-License-Identifier: Apache-2.0
"""A connection of the attacker's: sends as fast as it can, and hears what it is told."""

import collections
import select
import socket
import struct
import time

import hpack

from . import frames

CHUNK = 1 << 18
# From there, so that the caps of one address don't hit those who come from 127.0.0.1.
SOURCE = "127.0.0.2"
IP_BIND_ADDRESS_NO_PORT = 24


def connect(port, source=SOURCE, receive_buffer=None):
    """A socket that doesn't wait."""
    connection = socket.socket()
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    if source:
        connection.setsockopt(socket.IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1)
        connection.bind((source, 0))
    connection.settimeout(60)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.connect(("127.0.0.1", port))
    connection.setblocking(False)
    return connection


class Peer:
    """A connection, and what has come by it. `closed` says how the server ended it, if it did."""

    def __init__(self, port, reads=True, **options):
        self.socket = connect(port, **options)
        self.reads = reads
        self.closed = None
        self.received = 0
        self.told = []

    def send(self, piece, patience=60):
        """Sends all of it, and reads meanwhile if it reads at all; false once the server has
        closed, or takes nothing more for so many seconds."""
        rest = memoryview(piece)
        while rest and self.closed is None:
            wanted = select.POLLOUT | (select.POLLIN if self.reads else 0)
            events = self._wait(wanted, patience)
            if not events:
                return False
            if self.reads and events & select.POLLIN:
                self.read()
            if events & (select.POLLOUT | select.POLLERR | select.POLLHUP):
                rest = rest[self._send(rest):]
        return self.closed is None

    @classmethod
    def of(cls, connection):
        """The peer of a socket that is open already."""
        peer = cls.__new__(cls)
        connection.setblocking(False)
        peer.socket, peer.reads, peer.closed, peer.received, peer.told = connection, True, None, 0, []
        return peer

    def refusals(self):
        """How calls were refused, in words and counted."""
        return {}

    def read(self):
        """Takes what has come."""
        try:
            received = self.socket.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            self._end(error)
            return
        if received:
            self.received += len(received)
            self.hear(received)
        else:
            self.closed = "closed"

    def hear(self, received):
        """Understands what has come."""

    def read_all(self):
        """From here on it reads, and as fast as it can."""
        self.reads = True
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)

    def listen(self, patience, until=lambda: False):
        """Reads until the server closes, until something holds, or until the time is over."""
        end = time.monotonic() + patience
        while self.closed is None and not until():
            left = end - time.monotonic()
            if left <= 0 or not self._wait(select.POLLIN, left):
                break
            self.read()
        return self.closed is not None

    def close(self):
        """Closes at once, and leaves no port behind that waits."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def _wait(self, wanted, seconds):
        poll = select.poll()
        poll.register(self.socket, wanted)
        found = poll.poll(seconds * 1000)
        return found[0][1] if found else 0

    def _send(self, rest):
        try:
            return self.socket.send(rest[:CHUNK])
        except BlockingIOError:
            return 0
        except OSError as error:
            # Its last words may have come before.
            while self.closed is None:
                before = self.received
                self.read()
                if self.received == before:
                    break
            self._end(error)
            return 0

    def _end(self, error):
        if self.closed is None:
            self.closed = "reset" if isinstance(error, ConnectionError) else str(error)


class HTTP2Peer(Peer):
    """One that speaks HTTP/2, well or badly."""

    def __init__(self, port, *settings, greets=True, **options):
        super().__init__(port, **options)
        self.kinds = collections.Counter()
        self.resets = collections.Counter()
        self.goaways = []
        self.answered = 0
        self.blocks = []
        self._rest = b""
        if greets:
            # The connection's window is no limit: what attacks windows does it stream by stream.
            self.send(frames.PREFACE + frames.settings(*settings)
                      + frames.window_update(0, 2**30))

    def refusals(self):
        """The statuses of the first answers, and how often each was among them."""
        decoder, found = hpack.Decoder(), collections.Counter()
        for block in self.blocks:
            fields = dict(decoder.decode(block))
            if "grpc-status" in fields:
                found[f"grpc-status {fields['grpc-status']}: {fields.get('grpc-message')}"] += 1
            elif fields.get(":status") != "200":
                found[f":status {fields.get(':status')}"] += 1
        return found

    def hear(self, received):
        bytes_here = self._rest + received
        offset, count = 0, len(bytes_here)
        while offset + 9 <= count:
            length = int.from_bytes(bytes_here[offset:offset + 3], "big")
            end = offset + 9 + length
            if end > count:
                break
            stream = int.from_bytes(bytes_here[offset + 5:offset + 9], "big")
            self.heard(bytes_here[offset + 3], bytes_here[offset + 4], stream,
                       bytes_here[offset + 9:end])
            offset = end
        self._rest = bytes_here[offset:]

    def heard(self, kind, flags, stream, payload):
        """A frame has come."""
        self.kinds[kind] += 1
        if kind == frames.GOAWAY:
            last, code = struct.unpack(">II", payload[:8])
            self.goaways.append((last, code))
            text = payload[8:].decode("latin-1")
            self.told.append(f"GOAWAY {frames.code_name(code)}" + (f' "{text}"' if text else ""))
        elif kind == frames.RST_STREAM:
            self.resets[struct.unpack(">I", payload)[0]] += 1
        elif kind == frames.HEADERS and len(self.blocks) < 64:
            self.blocks.append(payload)
        if kind in (frames.HEADERS, frames.DATA) and flags & frames.END_STREAM:
            self.answered += 1
