# SPDX-License-Identifier: Apache-2.0
"""HTTP/1.1, and what isn't gRPC over HTTP/2: slow, endless, large and nested without end."""

import gzip
import itertools

from peers import frames
from peers.frames import frame
from peers.http1 import DAILY, LIST, HTTP1Peer, post, request
from peers.peer import HTTP2Peer

from .scene import CUT, HARMLESS, REFUSED, attack, stream

SLOW, MANY, STREAMS = 50, 64, 200
MEBIBYTE = 1 << 20
_HEAD = b"POST " + DAILY.encode() + b" HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n"
_PAGE = b'{"pageSize":1000}'
_AHEAD = 2000


@attack(CUT, patient=True)
def slow_heads(scene):
    """Many connections send an octet of a request's head a second."""
    return scene.trickle(_HEAD + b"x: " + b"y" * 4000, SLOW)


@attack(HARMLESS, patient=True)
def slow_bodies(scene):
    """Many connections send an octet of a request's body a second, as a slow client may."""
    return scene.trickle(itertools.repeat(b" ", 4000), SLOW,
                         greeting=_HEAD + b"content-length: 4000\r\n\r\n", seconds=45)


@attack(CUT, patient=True)
def bodies_that_stop(scene):
    """Many connections send most of the largest body, and then nothing."""
    body = b" " * (3 * MEBIBYTE)
    return scene.hold(lambda: [_HEAD + b"content-length: 4000000\r\n\r\n" + body], MANY)


@attack(CUT, patient=True)
def pages_unread(scene):
    """Many connections ask for the largest page over and over, and read nothing."""
    return scene.hold(lambda: [post(LIST, _PAGE) * _AHEAD], MANY, reads=False)


@attack(CUT, patient=True)
def compressed_pages_unread(scene):
    """The same, compressed, which takes tasks."""
    return scene.hold(lambda: [post(LIST, _PAGE, "accept-encoding: gzip") * _AHEAD], MANY,
                      reads=False)


@attack(CUT, patient=True)
def web_windows_of_nothing(scene):
    """Calls by Connect for the largest page on many streams, with windows of 0 for ever."""
    head = frames.web_request(LIST)
    calls = b"".join(frame(frames.HEADERS, frames.END_HEADERS, stream(n), head)
                     + frames.data(stream(n), _PAGE, end=True) for n in range(STREAMS))
    return scene.hold(lambda: [calls], MANY, peer=HTTP2Peer,
                      settings=[(frames.INITIAL_WINDOW_SIZE, 0)])


@attack(CUT)
def endless_heads(scene):
    """Heads of requests have fields without end."""
    return scene.on_connections(
        lambda: [b"GET / HTTP/1.1\r\nhost: a\r\n" + b"x-field: y\r\n" * 100_000], peer=HTTP1Peer)


@attack(CUT)
def endless_targets(scene):
    """Targets of requests never end."""
    return scene.on_connections(lambda: [b"GET /" + b"a" * MEBIBYTE], peer=HTTP1Peer)


@attack(CUT)
def endless_chunks(scene):
    """Bodies come in chunks of one octet, without end."""
    chunks = b"1\r\n \r\n" * 100_000
    return scene.on_connections(
        lambda: itertools.chain([_HEAD + b"transfer-encoding: chunked\r\n\r\n"],
                                itertools.repeat(chunks, 80)),
        peer=HTTP1Peer, shares=500, until=lambda peer: peer.told)


@attack(CUT)
def smuggled_requests(scene):
    """Requests have two lengths, so that who stands in front may see others than the server."""
    return scene.on_connections(
        lambda: [_HEAD + b"content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"],
        peer=HTTP1Peer)


@attack(HARMLESS)
def requests_that_vanish(scene):
    """Requests are cut by a reset in the middle."""
    return scene.on_connections(
        lambda: [_HEAD + b"content-length: 4000000\r\n\r\n" + b" " * 100_000], listens=False)


@attack(REFUSED)
def web_bombs(scene):
    """Bodies are small, and inflate to 64 MiB."""
    bomb = gzip.compress(b" " * (64 * MEBIBYTE))
    return scene.on_connections(
        lambda: [post(DAILY, bomb, "content-encoding: gzip")], peer=HTTP1Peer, shares=250,
        until=lambda peer: peer.told)


@attack(REFUSED)
def nested_json(scene):
    """JSON is nested a million levels deep."""
    body = b'{"filter":' * 300_000
    return scene.on_connections(
        lambda: [post(LIST, body)], peer=HTTP1Peer, shares=250, until=lambda peer: peer.told)


@attack(REFUSED)
def wide_json(scene):
    """JSON has as many elements as a body holds, and then a mistake."""
    body = b'{"filter":{"languages":[' + b'"",' * 1_300_000 + b"}}"
    return scene.on_connections(
        lambda: [post(LIST, body)], peer=HTTP1Peer, shares=500, patience=20,
        until=lambda peer: peer.told)


@attack(HARMLESS)
def ever_new_targets(scene):
    """Each request asks for another page that there is not."""
    return scene.on_connections(
        lambda: [b"".join(request("GET", f"/{number}") for number in range(200))],
        peer=HTTP1Peer, patience=0.2)


@attack(HARMLESS)
def ahead_without_end(scene):
    """Requests without number are sent ahead of the answers."""
    return scene.on_connections(
        lambda: itertools.repeat(post(DAILY, b"{}") * 500, 20), peer=HTTP1Peer, shares=500,
        patience=5)
