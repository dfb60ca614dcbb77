# SPDX-License-Identifier: Apache-2.0
"""The bytes of the delimited protocol (proto/quotes/wire/v1/frame.proto)."""

from . import frames
from .peer import Peer

PREFACE = b"\x89QD\x01"
_ID, _METHOD, _MESSAGE, _TIMEOUT, _CANCEL = 0x08, 0x12, 0x1A, 0x20, 0x38


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def sized(body):
    return varint(len(body)) + body


_METHODS = {}


def call(number, path=frames.DAILY, message=b""):
    if path not in _METHODS:
        _METHODS[path] = bytes([_METHOD]) + sized(path.encode())
    body = bytes([_ID]) + varint(number) + _METHODS[path]
    if message:
        body += bytes([_MESSAGE]) + sized(message)
    return sized(body)


def cancel(number):
    return sized(bytes([_ID]) + varint(number) + bytes([_CANCEL, 1]))


class Reply:
    """What the server said."""

    def __init__(self, body):
        self.id, self.code, self.message, self.text = 0, 0, b"", ""
        self.last = self.going_away = False
        for number, value in _fields(body):
            if number == 1:
                self.id = value
            elif number == 2:
                self.message = value
            elif number == 3:
                self.last = bool(value)
            elif number == 4:
                status = dict(_fields(value))
                self.code = status.get(1, 0)
                self.text = status.get(2, b"").decode()
            elif number == 6:
                self.going_away = bool(value)

    def __str__(self):
        return f"id {self.id}, status {self.code} {self.text!r}, {len(self.message)} bytes"


def _fields(body):
    offset = 0
    while offset < len(body):
        tag, offset = _read_varint(body, offset)
        value, offset = _read_varint(body, offset)
        if tag & 7 == 2:
            value, offset = body[offset:offset + value], offset + value
        yield tag >> 3, value


def _read_varint(body, offset):
    number = shift = 0
    while True:
        byte = body[offset]
        number |= (byte & 0x7F) << shift
        offset, shift = offset + 1, shift + 7
        if byte < 0x80:
            return number, offset


class DelimitedPeer(Peer):
    """One that speaks the delimited protocol, well or badly."""

    # To parse each of a million replies would take long: after so many, only what has no id.
    most_parsed = 1000

    def __init__(self, port, greets=True, **options):
        super().__init__(port, **options)
        self.replies = 0
        self.statuses = {}
        self._rest = b""
        self._greeted = False
        if greets:
            self.send(PREFACE)

    @property
    def answered(self):
        """The replies to calls: the first is the greeting."""
        return self.replies - 1

    def refusals(self):
        """The statuses of the first answers, and how often each was among them."""
        return {f"status {code}: {text}": n for (code, text), n in self.statuses.items()}

    def hear(self, received):
        bytes_here = self._rest + received
        offset = 0
        if not self._greeted and len(bytes_here) >= 4:
            self._greeted, offset = True, 4
        while self._greeted:
            try:
                count, start = _read_varint(bytes_here, offset)
            except IndexError:
                break
            if start + count > len(bytes_here):
                break
            self.replies += 1
            body = bytes_here[start:start + count]
            if self.replies <= self.most_parsed or not body.startswith(b"\x08"):
                self.heard(Reply(body))
            offset = start + count
        self._rest = bytes_here[offset:]

    def heard(self, reply):
        """A reply has come."""
        if reply.code:
            self.statuses[reply.code, reply.text] = self.statuses.get(
                (reply.code, reply.text), 0) + 1
        if reply.id == 0 and reply.code:
            self.told.append(f'status {reply.code} "{reply.text}"')
