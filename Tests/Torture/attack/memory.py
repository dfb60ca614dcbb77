# SPDX-License-Identifier: Apache-2.0
"""Making the server hold much: replies that nobody takes, requests that never end."""

import gzip
import struct

from peers import delimited, frames
from peers.delimited import DelimitedPeer
from peers.frames import INITIAL_WINDOW_SIZE, NOTHING, SEARCH, WATCH, fields, headers, opened, request
from peers.peer import HTTP2Peer

from .scene import CUT, HARMLESS, REFUSED, SERVED, TOLD, attack, flood, stream

CONNECTIONS = 64
STREAMS = 256
# So few that there is room for each. Where other attacks have taken it all, they end as idle.
FEW_CONNECTIONS, TASKS = 4, 64
LIST = frames.SERVICE + "ListQuotes"
_QUERY = b"\x0a\x03the\x18\xe8\x07"  # query "the", page_size 1,000
_PAGE = b"\x08\xe8\x07"  # page_size 1,000
_PAGE_MESSAGE = struct.pack(">BI", 0, len(_PAGE)) + _PAGE
_MESSAGE_LIMIT = 4 << 20


def _pages(path, message, streams=STREAMS):
    return [b"".join(request(stream(n), path, message) for n in range(streams))]


@attack(CUT, patient=True)
def replies_unread(scene):
    """256 calls for the largest page on each of many connections, whose sockets nobody reads."""
    return scene.hold(lambda: _pages(LIST, _PAGE_MESSAGE), CONNECTIONS, peer=HTTP2Peer,
                      settings=[(INITIAL_WINDOW_SIZE, 2**30)], reads=False)


@attack(CUT, patient=True)
def windows_of_nothing(scene):
    """256 calls for the largest page on each of many connections, with windows of 0 for ever. What is
    beyond the budget is refused, and a connection that has nothing else then ends as idle."""
    return scene.hold(lambda: _pages(LIST, _PAGE_MESSAGE), CONNECTIONS, peer=HTTP2Peer,
                      settings=[(INITIAL_WINDOW_SIZE, 0)])


@attack(CUT, patient=True)
def searches_with_windows_of_nothing(scene):
    """Searches, which are answered by tasks, with windows of 0 for ever."""
    message = struct.pack(">BI", 0, len(_QUERY)) + _QUERY
    return scene.hold(lambda: _pages(SEARCH, message, TASKS), FEW_CONNECTIONS, peer=HTTP2Peer,
                      settings=[(INITIAL_WINDOW_SIZE, 0)])


@attack(CUT, patient=True)
def watches_with_windows_of_nothing(scene):
    """Streams of replies, with windows of 0 for ever."""
    return scene.hold(lambda: _pages(WATCH, NOTHING, TASKS), FEW_CONNECTIONS, peer=HTTP2Peer,
                      settings=[(INITIAL_WINDOW_SIZE, 0)])


@attack(CUT, patient=True)
def delimited_replies_unread(scene):
    """Calls for the largest page on each of many connections, whose sockets nobody reads."""
    def pieces():
        return [b"".join(delimited.call(n + 1, LIST, _PAGE) for n in range(4096))]
    return scene.hold(pieces, CONNECTIONS, peer=DelimitedPeer, reads=False)


@attack(HARMLESS)
def messages_announced(scene):
    """256 requests on each of many connections say that 4 MiB follow, and an octet does."""
    begun = struct.pack(">BI", 0, _MESSAGE_LIMIT) + b"\n"

    def pieces():
        return [b"".join(opened(stream(n)) + frames.data(stream(n), begun)
                         for n in range(STREAMS))]
    return scene.hold(pieces, CONNECTIONS * 4, peer=HTTP2Peer, seconds=3)


@attack(HARMLESS)
def messages_begun(scene):
    """Requests on each of many connections lack their last octet, 15 MiB in all on each."""
    begun = struct.pack(">BI", 0, 1 << 20) + bytes((1 << 20) - 1)
    count = 15

    def pieces():
        for number in range(count):
            yield opened(stream(number))
        for offset in range(0, len(begun), 16384):
            for number in range(count):
                yield frames.data(stream(number), begun[offset:offset + 16384])
    return scene.hold(pieces, CONNECTIONS, peer=HTTP2Peer, seconds=3)


@attack(HARMLESS)
def delimited_calls_begun(scene):
    """A call of 4 MiB on each of many connections lacks its last octet."""
    begun = delimited.varint(_MESSAGE_LIMIT) + bytes(_MESSAGE_LIMIT - 1)
    return scene.hold(lambda: [begun], CONNECTIONS * 4, peer=DelimitedPeer, seconds=3)


def _bomb(bytes_inside):
    squeezed = gzip.compress(bytes(bytes_inside))
    return struct.pack(">BI", 1, len(squeezed)) + squeezed


_GZIP = fields(frames.DAILY, ("grpc-encoding", "gzip"))
_BOMB = _bomb(64 << 20)


@flood(must=REFUSED, shares=100)
def gzip_bombs(number):
    """64 KiB unfold to 64 MiB."""
    pieces = [headers(stream(number), _GZIP)]
    pieces += [frames.data(stream(number), _BOMB[offset:offset + 16384])
               for offset in range(0, len(_BOMB), 16384)]
    return b"".join(pieces) + frames.data(stream(number), b"", end=True)


_UNKNOWN_FIELD = b"\x7a" + delimited.varint(10_000) + bytes(10_000)
_BYTE_BY_BYTE = struct.pack(">BI", 0, len(_UNKNOWN_FIELD)) + _UNKNOWN_FIELD


@flood(must=SERVED, shares=10_000)
def message_byte_by_byte(number):
    """A message of 10,000 octets comes in as many DATA frames, which is legal."""
    return opened(stream(number)) + b"".join(
        frames.data(stream(number), _BYTE_BY_BYTE[n:n + 1], end=n + 1 == len(_BYTE_BY_BYTE))
        for n in range(len(_BYTE_BY_BYTE)))


# A ListQuotesRequest whose filter has two million tags without a letter.
_TAGS = b"\x0a\x00" * (2 << 20)
_FILTER = b"\x22" + delimited.varint(len(_TAGS) - 16) + _TAGS[:-16]


@flood(must=REFUSED, shares=1000)
def messages_of_many_strings(number):
    """A message of 4 MiB is two million strings without a letter."""
    message = struct.pack(">BI", 0, len(_FILTER)) + _FILTER
    pieces = [opened(stream(number), LIST)]
    pieces += [frames.data(stream(number), message[offset:offset + 16384])
               for offset in range(0, len(message), 16384)]
    return b"".join(pieces) + frames.data(stream(number), b"", end=True)
