# SPDX-License-Identifier: Apache-2.0
"""A relay between a gRPC client and a server that notes which messages were compressed.

grpcio tells neither a client nor a handler of it, so it is read off the wire: off the first byte of each message ("Length-Prefixed-Message" of gRPC over HTTP/2). The bytes pass unchanged.
"""

import collections
import socket
import threading

PREFACE = len(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
DATA, HEADERS = 0, 1
PADDED = 8


class Calls:
    """What is known of the calls, the latest last: for each the flags of its requests and of its responses."""

    def __init__(self):
        self._lock = threading.Lock()
        self._calls = collections.OrderedDict()

    def begin(self, key):
        with self._lock:
            self._calls.setdefault(key, ([], []))

    def note(self, key, direction, flag):
        with self._lock:
            self._calls[key][direction].append(flag == 1)

    def requests(self):
        """Whether each request of the latest call was compressed, as far as they have come."""
        return self._latest(0)

    def responses(self):
        return self._latest(1)

    def _latest(self, direction):
        with self._lock:
            return list(next(reversed(self._calls.values()))[direction])


class Frames:
    """Reads one direction of one connection."""

    def __init__(self, calls, connection, direction):
        self._calls, self._connection, self._direction = calls, connection, direction
        self._bytes = bytearray()
        self._skip = PREFACE if direction == 0 else 0
        self._messages = collections.defaultdict(bytearray)

    def read(self, data):
        self._bytes += data
        if self._skip:
            dropped = min(self._skip, len(self._bytes))
            del self._bytes[:dropped]
            self._skip -= dropped
        while len(self._bytes) >= 9:
            length = int.from_bytes(self._bytes[:3], "big")
            if len(self._bytes) < 9 + length:
                return
            kind, flags = self._bytes[3], self._bytes[4]
            stream = int.from_bytes(self._bytes[5:9], "big") & 0x7FFF_FFFF
            payload = bytes(self._bytes[9 : 9 + length])
            del self._bytes[: 9 + length]
            if kind == HEADERS and self._direction == 0:
                self._calls.begin((self._connection, stream))
            if kind == DATA:
                self._read_data((self._connection, stream), payload, flags & PADDED)

    def _read_data(self, key, payload, is_padded):
        if is_padded:
            payload = payload[1 : len(payload) - payload[0]]
        waiting = self._messages[key]
        waiting += payload
        while len(waiting) >= 5:
            length = 5 + int.from_bytes(waiting[1:5], "big")
            if len(waiting) < length:
                return
            self._calls.note(key, self._direction, waiting[0])
            del waiting[:length]


class Relay:
    """Listens on a free port, and passes each connection on to a host and port."""

    def __init__(self, target):
        self.calls = Calls()
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        number = 0
        while True:
            client, _ = self._listener.accept()
            server = socket.create_connection(self._target)
            number += 1
            for direction, (source, sink) in enumerate([(client, server), (server, client)]):
                source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                frames = Frames(self.calls, number, direction)
                threading.Thread(
                    target=self._pass, args=(source, sink, frames), daemon=True
                ).start()

    def _pass(self, source, sink, frames):
        try:
            while data := source.recv(1 << 16):
                # Read before it is passed on: whoever gets it finds its flag noted.
                frames.read(data)
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            for side in (source, sink):
                side.close()
