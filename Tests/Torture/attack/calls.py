# SPDX-License-Identifier: Apache-2.0
"""The delimited protocol, used badly."""

from peers import frames
from peers.delimited import PREFACE, DelimitedPeer, call, cancel, sized, varint
from peers.frames import SEARCH, WATCH

from .scene import CUT, HARMLESS, REFUSED, SERVED, TOLD, attack, flood


@attack(TOLD)
def delimited_size_of_4_gib(scene):
    """A call says that it has 4 GiB."""
    return scene.on_connections(lambda: [varint(2**32 - 1) + bytes(1000)], peer=DelimitedPeer)


@attack(TOLD)
def delimited_size_without_end(scene):
    """A call's length goes on and on."""
    return scene.on_connections(lambda: [b"\xff" * 1000], peer=DelimitedPeer)


@attack(TOLD)
def delimited_garbage(scene):
    """A call is bytes that can't be parsed."""
    return scene.on_connections(lambda: [varint(3) + b"\x0f\xff\xff"], peer=DelimitedPeer)


@attack(TOLD)
def delimited_wrong_preface(scene):
    """The preface is of a version that nobody knows."""
    return scene.on_connections(lambda: [PREFACE[:3] + b"\x09"], peer=DelimitedPeer, greets=False)


@flood(peer=DelimitedPeer, constant=True)
def delimited_empty_calls(number):
    """Calls without an octet."""
    return varint(0)


@flood(peer=DelimitedPeer)
def delimited_cancels(number):
    """Cancels of calls that never were."""
    return cancel(number + 1)


@flood(peer=DelimitedPeer)
def delimited_rapid_cancels(number):
    """Streams of replies begin and are cancelled."""
    return call(number + 1, WATCH) + cancel(number + 1)


@flood(peer=DelimitedPeer)
def delimited_rapid_cancels_of_searches(number):
    """Calls that tasks work on are cancelled."""
    return call(number + 1, SEARCH, b"\x0a\x04life") + cancel(number + 1)


@flood(must=REFUSED, peer=DelimitedPeer)
def delimited_watches(number):
    """More streams begin than may run."""
    return call(number + 1, WATCH)


@flood(must=SERVED, peer=DelimitedPeer)
def delimited_tiny_calls(number):
    """Calls as fast as they go out, whose replies are read."""
    return call(number + 1)


@flood(must=CUT, peer=DelimitedPeer, reads=False)
def delimited_tiny_calls_unread(number):
    """Calls as fast as they go out, whose replies are not read."""
    return call(number + 1)


@flood(must=REFUSED, peer=DelimitedPeer)
def delimited_unknown_methods(number):
    """Calls of methods that are not there, with long names."""
    return call(number + 1, "/no.Such/Method" + "x" * 500)


# A Call with as many items of metadata as fit, each without a name and a value.
_MANY_ITEMS = sized(b"\x08\x01" + b"\x12" + sized(frames.DAILY.encode())
                    + b"\x2a\x00" * ((2 << 20) - 64))


@attack(REFUSED)
def delimited_metadata(scene):
    """A call of 4 MiB is two million items of metadata."""
    return scene.on_connections(lambda: [_MANY_ITEMS], peer=DelimitedPeer, shares=1000,
                                patience=0.5)
