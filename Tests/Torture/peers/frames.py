# SPDX-License-Identifier: Apache-2.0
"""The bytes of HTTP/2 frames, good and bad (RFC 9113, sections 4 and 6)."""

import struct

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE = range(9)
CONTINUATION = 9
PRIORITY_UPDATE = 0x10
ACK = END_STREAM = 0x1
END_HEADERS = 0x4
PADDED = 0x8

CODES = [
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
    "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
    "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
]
NO_ERROR, REFUSED_STREAM, CANCEL = 0, 7, 8

HEADER_TABLE_SIZE, INITIAL_WINDOW_SIZE = 1, 4

SERVICE = "/quotes.v1.QuoteService/"
DAILY = SERVICE + "DailyQuote"
SEARCH = SERVICE + "SearchQuotes"
WATCH = SERVICE + "WatchDailyQuote"

# An empty message in its five octets of prefix.
NOTHING = bytes(5)


def code_name(code):
    return CODES[code] if code < len(CODES) else f"{code:#x}"


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">BHBBI", len(payload) >> 16, len(payload) & 0xFFFF, kind, flags,
                       stream) + payload


def settings(*pairs):
    return frame(SETTINGS, 0, 0, b"".join(struct.pack(">HI", *pair) for pair in pairs))


def window_update(stream, increment):
    return frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", increment))


def rst_stream(stream, code=CANCEL):
    return frame(RST_STREAM, 0, stream, struct.pack(">I", code))


def data(stream, payload, end=False):
    return frame(DATA, END_STREAM if end else 0, stream, payload)


def _text(value, prefix_bits=7):
    value = value if isinstance(value, bytes) else value.encode()
    return integer(len(value), prefix_bits) + value


def integer(number, prefix_bits, first=0):
    """A number as HPACK writes it (RFC 7541, section 5.1)."""
    most = (1 << prefix_bits) - 1
    if number < most:
        return bytes([first | number])
    out, number = bytearray([first | most]), number - most
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def literal(name, value):
    """A field that no table remembers."""
    return b"\x00" + _text(name) + _text(value)


def remembered(name, value):
    """A field that the peer's table remembers, as its entry 62."""
    return b"\x40" + _text(name) + _text(value)


def fields(path=DAILY, *more):
    """The fields of a gRPC request, and more of them."""
    block = (b"\x83\x86" + b"\x04" + _text(path) + b"\x01" + _text("attacked")
             + b"\x0f\x10" + _text("application/grpc") + literal("te", "trailers"))
    return block + b"".join(literal(*field) for field in more)


def headers(stream, block=None, end=False):
    flags = END_HEADERS | (END_STREAM if end else 0)
    return frame(HEADERS, flags, stream, fields() if block is None else block)


_REQUESTS = {}


def opened(stream, path=DAILY):
    """The headers of a request, whose message is still to come."""
    if path not in _REQUESTS:
        _REQUESTS[path] = headers(0, fields(path))
    return _numbered(_REQUESTS[path], stream)


def request(stream, path=DAILY, message=NOTHING):
    """A whole request."""
    return opened(stream, path) + data(stream, message, end=True)


def _numbered(bytes_of_frame, stream):
    return bytes_of_frame[:5] + struct.pack(">I", stream) + bytes_of_frame[9:]
