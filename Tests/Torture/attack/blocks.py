# SPDX-License-Identifier: Apache-2.0
"""Blocks of headers that are more than they seem, or never end."""

from peers import frames
from peers.frames import END_STREAM, HEADERS, HEADER_TABLE_SIZE, fields, frame, headers
from peers.peer import HTTP2Peer

from .scene import REFUSED, SERVED, attack, flood, stream

# Entry 62 is the first that the sender had remembered (RFC 7541, section 2.3.3).
_ENTRY_62 = b"\xbe"
_BLOCK_BYTES = 16384


def _bomb(value_bytes, references):
    entry = frames.remembered("bomb", b"x" * value_bytes)
    return fields() + entry + _ENTRY_62 * min(references, _BLOCK_BYTES - len(entry) - 200)


_WHOLE_BLOCK = _bomb(4000, _BLOCK_BYTES)
_BELOW_PATIENCE = _bomb(3000, 15)


@attack("told why and closed")
def hpack_bomb(scene):
    """A block of 16 KiB unfolds to 12,000 fields and 48 MB."""
    return scene.on_connections(lambda: [headers(1, _WHOLE_BLOCK, end=True)], peer=HTTP2Peer)


@flood(must=REFUSED)
def hpack_bombs_of_48_kib(number):
    """Blocks unfold to six times the limit, each refused by 431."""
    return headers(stream(number), _BELOW_PATIENCE, end=True)


@flood(must=REFUSED)
def many_fields(number):
    """Each request has 190 fields without a value, more than 8 KiB as HTTP/2 counts."""
    return headers(stream(number), _MANY_FIELDS, end=True)


_MANY_FIELDS = fields(frames.DAILY, *[("a", "")] * 190) + frames.literal("x", "y" * 3000)


@flood(opening=frame(HEADERS, END_STREAM, 1, fields()), constant=True)
def continuations(number):
    """CONTINUATION frames without an end (CVE-2024-27316)."""
    return frame(frames.CONTINUATION, 0, 1, frames.literal("one", "more"))


@flood(opening=frame(HEADERS, END_STREAM, 1, fields()), constant=True)
def empty_continuations(number):
    """CONTINUATION frames without an octet."""
    return frame(frames.CONTINUATION, 0, 1)


@flood(opening=frame(HEADERS, END_STREAM, 1, fields()), constant=True)
def table_updates(number):
    """CONTINUATION frames that only change the table's size."""
    return frame(frames.CONTINUATION, 0, 1, b"\x20\x3f\xe1\x1f")


@attack("told why and closed")
def integers_without_end(scene):
    """A number of HPACK's goes on and on."""
    block = b"\x7f" + b"\xff" * 12 + b"\x01"
    return scene.on_connections(lambda: [headers(1, block, end=True)], peer=HTTP2Peer)


@flood(must=SERVED, settings=[(HEADER_TABLE_SIZE, 2**32 - 1)], pace=lambda peer: peer.answered)
def largest_header_table(number):
    """The client takes a table of 4 GiB, and makes the server say ever new things."""
    return headers(stream(number), fields(f"/no.Such/Method{number}"), end=True)


@attack("told why and closed")
def trailers_above_the_limit(scene):
    """Trailers are bombs too."""
    def pieces():
        return [frames.opened(1), headers(1, _WHOLE_BLOCK[len(fields()):], end=True)]
    return scene.on_connections(pieces, peer=HTTP2Peer)


@flood(must=SERVED, pace=lambda peer: peer.answered)
def trailers(number):
    """Every request has as many trailers as are allowed."""
    return (frames.opened(stream(number)) + frames.data(stream(number), frames.NOTHING)
            + headers(stream(number), _TRAILERS, end=True))


_TRAILERS = b"".join(frames.literal(f"trailer-{n}", "x" * 200) for n in range(30))
