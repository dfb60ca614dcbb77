# SPDX-License-Identifier: Apache-2.0
"""Connections without number, or that take their time."""

import itertools
import os
import resource

from peers import delimited, frames
from peers.frames import HEADERS, END_HEADERS, fields, frame
from peers.peer import HTTP2Peer

from .scene import CUT, HARMLESS, TOLD, attack

# What the server is started with, and how many come beyond that.
CAP, CAP_IN_ALL, TOO_MANY = 1000, 2000, 300
IDLE_SECONDS = 40
FEW_DESCRIPTORS = 100
SLOW = 50


def _above(scene, reason, connections, addresses):
    """Opens more connections than a cap allows; it must be the cap that closes some."""
    before = scene.server.metric("quoted_connections_refused_total", reason)
    sources = [f"127.0.0.{number + 2}" for number in range(addresses)]
    outcome = scene.hold(lambda: [delimited.PREFACE], connections, seconds=1, sources=sources)
    if scene.server.metric("quoted_connections_refused_total", reason) == before:
        outcome.faults.append(f"none was closed for the {reason}")
    return outcome


@attack(CUT)
def connections_above_the_cap(scene):
    """One address opens more connections than it may have."""
    return _above(scene, "address_limit", CAP + TOO_MANY, 1)


@attack(CUT, crowd=True)
def connections_above_all_caps(scene):
    """Several addresses open more connections than the server takes in all."""
    return _above(scene, "connection_limit", CAP_IN_ALL + TOO_MANY, 5)


@attack(HARMLESS, crowd=True)
def descriptors_used_up(scene):
    """More connections come than the server may have files open."""
    process = scene.server.process.pid
    limits = resource.prlimit(process, resource.RLIMIT_NOFILE)
    few = len(os.listdir(f"/proc/{process}/fd")) + FEW_DESCRIPTORS
    resource.prlimit(process, resource.RLIMIT_NOFILE, (few, limits[1]))
    try:
        return scene.hold(lambda: [], 3 * FEW_DESCRIPTORS, seconds=2)
    finally:
        resource.prlimit(process, resource.RLIMIT_NOFILE, limits)


@attack(HARMLESS)
def connections_that_vanish(scene):
    """Connections are opened and reset without a word."""
    return scene.on_connections(lambda: [], listens=False)


@attack(HARMLESS)
def prefaces_that_vanish(scene):
    """Connections say what they speak and are reset."""
    return scene.on_connections(
        lambda: [frames.PREFACE + frames.settings() + frames.request(1)], listens=False)


@attack(CUT)
def garbage(scene):
    """Connections begin with bytes of no protocol."""
    return scene.on_connections(lambda: [bytes(range(256)) * 64])


@attack(CUT)
def http1(scene):
    """Connections speak HTTP/1."""
    request = b"GET / HTTP/1.1\r\nHost: attacked\r\nCookie: " + b"x" * 60_000 + b"\r\n\r\n"
    outcome = scene.on_connections(lambda: [request])
    return outcome


@attack(TOLD)
def frames_too_large(scene):
    """A frame says that it has 16 MiB."""
    return scene.on_connections(
        lambda: [b"\xff\xff\xff\x00\x00\x00\x00\x00\x01" + bytes(1000)], peer=HTTP2Peer)


@attack(TOLD)
def no_settings(scene):
    """Something else comes where SETTINGS must come first."""
    return scene.on_connections(lambda: [frames.PREFACE + frame(frames.PING, 0, 0, bytes(8))],
                                peer=HTTP2Peer, greets=False)


@attack(CUT, patient=True)
def slow_prefaces(scene):
    """Many connections send an octet of HTTP/2's preface a second."""
    return scene.trickle(frames.PREFACE, SLOW)


@attack(CUT, patient=True)
def silence(scene):
    """Many connections say nothing at all."""
    return scene.trickle(b"", SLOW)


@attack(CUT, patient=True)
def slow_headers(scene):
    """Many connections send an octet of a block of headers a second."""
    block = frame(HEADERS, END_HEADERS, 1, fields(frames.DAILY, ("slow", "x" * 4000)))
    return scene.trickle(block, SLOW, greeting=frames.PREFACE + frames.settings())


@attack(CUT, patient=True)
def slow_frames(scene):
    """Many connections send an octet of a frame's own nine octets a second."""
    return scene.trickle(
        frames.settings((4, 1)) * 100, SLOW, greeting=frames.PREFACE + frames.settings())


@attack(HARMLESS, patient=True)
def slow_requests(scene):
    """Many connections send an octet of a request's message a second, as a slow client may."""
    message = itertools.repeat(frames.data(1, b"x"), 4000)
    opening = frames.opened(1) + frames.data(1, b"\x00\x00\x40\x00\x00")
    return scene.trickle(
        message, SLOW, greeting=frames.PREFACE + frames.settings() + opening, seconds=45)


@attack(CUT, patient=True)
def slow_delimited_calls(scene):
    """Many connections send an octet of a call a second."""
    call = delimited.varint(5000) + bytes(5000)
    return scene.trickle(call, SLOW, greeting=delimited.PREFACE)


@attack(CUT, patient=True)
def slow_delimited_prefaces(scene):
    """Many connections send the first octet of the delimited protocol, and no more."""
    return scene.trickle(b"", SLOW, greeting=delimited.PREFACE[:1])
