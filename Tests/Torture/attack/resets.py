# SPDX-License-Identifier: Apache-2.0
"""Streams that are ended before they are answered: by the client (CVE-2023-44487, "rapid reset"),
or by the server, which the client makes do it (CVE-2025-8671, "MadeYouReset")."""

import struct

from peers import frames
from peers.frames import DAILY, SEARCH, WATCH, fields, headers, opened, request, rst_stream

from .scene import HARMLESS, flood, stream


@flood()
def rapid_reset(number):
    """A request begins and is cancelled."""
    return opened(stream(number)) + rst_stream(stream(number))


@flood(must=HARMLESS)
def rapid_reset_of_answers(number):
    """A whole request is cancelled: it may have been answered, and calls that are make up for it."""
    return request(stream(number)) + rst_stream(stream(number))


@flood()
def rapid_reset_of_searches(number):
    """A request that a task works on is cancelled."""
    query = b"\x0a\x04life"
    message = struct.pack(">BI", 0, len(query)) + query
    return request(stream(number), SEARCH, message) + rst_stream(stream(number))


@flood()
def rapid_reset_of_watches(number):
    """A stream of replies that a task makes is cancelled."""
    return request(stream(number), WATCH) + rst_stream(stream(number))


@flood()
def unknown_methods_reset(number):
    """A call of no method is cancelled."""
    return opened(stream(number), "/no.Such/Method") + rst_stream(stream(number))


@flood()
def reset_by_window_of_nothing(number):
    """A WINDOW_UPDATE of 0 makes the server reset the stream (RFC 9113, section 6.9)."""
    return opened(stream(number)) + frames.window_update(stream(number), 0)


@flood()
def reset_by_window_overflow(number):
    """A stream's window grows above 2^31-1 (section 6.9.1)."""
    return opened(stream(number)) + frames.window_update(stream(number), 2**31 - 1)


_UPPER_CASE = fields(DAILY, ("Upper-Case", "x"))
_NO_METHOD = fields(DAILY)[1:]
_CONNECTION = fields(DAILY, ("connection", "close"))
_TRAILERS_TO_GO_ON = frames.literal("after", "all")
_TOO_LONG = fields(DAILY, ("content-length", "5"))


@flood()
def reset_by_upper_case(number):
    """A header's name in upper case is malformed (section 8.2)."""
    return headers(stream(number), _UPPER_CASE)


@flood()
def reset_by_missing_method(number):
    """A request without :method is malformed (section 8.3.1)."""
    return headers(stream(number), _NO_METHOD)


@flood()
def reset_by_connection_header(number):
    """A header of a hop is malformed (section 8.2.2)."""
    return headers(stream(number), _CONNECTION)


@flood()
def reset_by_trailers_without_end(number):
    """Trailers must end the request (section 8.1)."""
    return opened(stream(number)) + headers(stream(number), _TRAILERS_TO_GO_ON)


@flood()
def reset_by_pseudo_trailers(number):
    """A pseudo-header in trailers is malformed (section 8.1)."""
    return opened(stream(number)) + headers(stream(number), b"\x83", end=True)


@flood()
def reset_by_data_after_end(number):
    """DATA comes on a stream that the client has ended (section 5.1)."""
    return request(stream(number), WATCH) + frames.data(stream(number), b"more")


@flood()
def reset_by_headers_after_end(number):
    """Headers come on a stream that the client has ended (section 5.1)."""
    return request(stream(number), WATCH) + headers(stream(number), end=True)


@flood()
def reset_by_own_dependency(number):
    """A stream depends on itself (RFC 7540, section 5.3.1)."""
    payload = struct.pack(">IB", stream(number), 16)
    return opened(stream(number)) + frames.frame(frames.PRIORITY, 0, stream(number), payload)


@flood(must=HARMLESS)
def reset_by_content_length(number):
    """There is less than content-length said (RFC 9113, section 8.1.1): no message, in any case."""
    return headers(stream(number), _TOO_LONG) + frames.data(stream(number), b"", end=True)


@flood()
def reset_by_priority_of_wrong_size(number):
    """A PRIORITY frame of four octets is an error of its stream (section 6.3)."""
    return opened(stream(number)) + frames.frame(frames.PRIORITY, 0, stream(number), bytes(4))


@flood()
def refused_streams(number):
    """More streams are opened than may be open, and none is ever finished."""
    return opened(stream(number))


@flood(must=HARMLESS)
def requests_answered_too_early(number):
    """Calls are refused before their requests have ended, which the server tells by a reset (R25)."""
    return headers(stream(number), fields("/no.Such/Method"))


@flood(opening=opened(1), constant=True)
def resets_of_closed_streams(number):
    """RST_STREAM comes for a stream that is closed already."""
    return rst_stream(1)


@flood(opening=opened(1), constant=True)
def resets_of_idle_streams(number):
    """RST_STREAM comes for a stream that never was (section 5.1)."""
    return rst_stream(1001)
