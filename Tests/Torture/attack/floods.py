# SPDX-License-Identifier: Apache-2.0
"""Frames that cost the sender nothing and say nothing."""

import struct

from peers import frames
from peers.frames import HEADER_TABLE_SIZE, INITIAL_WINDOW_SIZE, frame, opened

from .scene import CUT, flood

_PING = frame(frames.PING, 0, 0, b"flooding")
_CALL = opened(1)


@flood(opening=_CALL, constant=True)
def empty_data(number):
    """DATA frames without an octet and without END_STREAM (CVE-2019-9518)."""
    return frames.data(1, b"")


@flood(opening=_CALL, constant=True)
def padding_only(number):
    """DATA frames of padding."""
    return frame(frames.DATA, frames.PADDED, 1, b"\x10" + bytes(16))


@flood(opening=_CALL, constant=True)
def priority(number):
    """PRIORITY frames, which mean nothing any more."""
    return frame(frames.PRIORITY, 0, 1, struct.pack(">IB", 0, 16))


@flood()
def priority_of_idle_streams(number):
    """PRIORITY frames for streams that are not open."""
    return frame(frames.PRIORITY, 0, 2 * number + 1, struct.pack(">IB", 0, 16))


@flood(constant=True)
def priority_update(number):
    """PRIORITY_UPDATE frames (RFC 9218)."""
    return frame(frames.PRIORITY_UPDATE, 0, 0, struct.pack(">I", 1) + b"u=1")


@flood(constant=True)
def unknown_frames(number):
    """Frames of a type that nobody knows."""
    return frame(0xBE, 0, 0, b"what?")


@flood(constant=True)
def large_unknown_frames(number):
    """Frames of a type that nobody knows, each as large as it may be."""
    return frame(0xBE, 0, 0, bytes(16384))


@flood(constant=True)
def window_updates(number):
    """The connection's window grows by an octet, again and again."""
    return frames.window_update(0, 1)


@flood(opening=_CALL, constant=True)
def window_updates_of_a_stream(number):
    """A stream's window grows by an octet, again and again."""
    return frames.window_update(1, 1)


@flood(constant=True)
def pings(number):
    """PINGs whose answers are read (CVE-2019-9512)."""
    return _PING


@flood(reads=False, must=CUT, constant=True)
def pings_unread(number):
    """PINGs whose answers are not read."""
    return _PING


_LIST = frames.SERVICE + "ListQuotes"
_LARGEST_PAGE = b"\x08\xe8\x07"


@flood(settings=[(INITIAL_WINDOW_SIZE, 0)], constant=True,
       opening=frames.request(1, _LIST, struct.pack(">BI", 0, 3) + _LARGEST_PAGE))
def dribbled_windows(number):
    """A reply is let through octet by octet, each in a frame of its own (CVE-2019-9511)."""
    return frames.window_update(1, 1)


@flood(constant=True, pace=lambda peer: peer.kinds[frames.PING])
def pings_at_a_pace(number):
    """PINGs, each piece of which waits until it has been answered."""
    return _PING


@flood(constant=True)
def ping_answers(number):
    """Answers to PINGs that the server never sent."""
    return frame(frames.PING, frames.ACK, 0, b"flooding")


@flood(constant=True)
def settings(number):
    """SETTINGS whose answers are read (CVE-2019-9515)."""
    return frames.settings()


@flood(reads=False, must=CUT, constant=True)
def settings_unread(number):
    """SETTINGS whose answers are not read."""
    return frames.settings()


@flood(constant=True, pace=lambda peer: peer.kinds[frames.SETTINGS])
def settings_at_a_pace(number):
    """SETTINGS, each piece of which waits until it has been answered."""
    return frames.settings()


@flood(constant=True)
def settings_answers(number):
    """Answers to SETTINGS that the server never sent."""
    return frame(frames.SETTINGS, frames.ACK, 0)


@flood(constant=True)
def settings_full(number):
    """SETTINGS of as many values as fit."""
    return frames.settings(*[(INITIAL_WINDOW_SIZE, 65535)] * 2000)


@flood(constant=True)
def header_table_sizes(number):
    """The table of headers shrinks and grows."""
    return frames.settings((HEADER_TABLE_SIZE, 0)) + frames.settings((HEADER_TABLE_SIZE, 4096))


@flood(constant=True, opening=b"".join(opened(2 * n + 1) for n in range(256)))
def initial_window_sizes(number):
    """Each change of the initial window changes the windows of all open streams."""
    return (frames.settings((INITIAL_WINDOW_SIZE, 1))
            + frames.settings((INITIAL_WINDOW_SIZE, 65535)))


@flood(must=CUT, constant=True)
def goaways(number):
    """GOAWAYs, each with a reason in words."""
    return frame(frames.GOAWAY, 0, 0, struct.pack(">II", 0, 0) + b"goodbye")


@flood(opening=_CALL, constant=True)
def frames_of_servers(number):
    """ALTSVC and ORIGIN, which only a server sends and a server ignores (RFC 7838, RFC 8336)."""
    return frame(0xA, 0, 1, b"\x00\x00") + frame(0xC, 0, 0, b"")
