# SPDX-License-Identifier: Apache-2.0
"""Where an attack takes place, what an attack is, and what came of it."""

import collections
import dataclasses
import itertools
import time

from peers.peer import SOURCE, HTTP2Peer, Peer

# What must become of an offender.
TOLD = "told why and closed"
CUT = "closed"
REFUSED = "refused, call by call"
SERVED = "served like everyone"
HARMLESS = "kept from doing harm"

SELF_BLAME = ("GOAWAY NO_ERROR", "GOAWAY INTERNAL_ERROR")
PIECE_UNITS = 256
SMALL_BUFFER = 4096
LAST_WORDS_SECONDS = 2
ANSWER_SECONDS = 30
# The server gives up who doesn't read between 30 and 60 seconds after the last octet went out.
UNREAD_SECONDS = 75
# So many offences are as much as one connection of its own, or a message of its own.
OFFENCES_OF_A_CONNECTION = 50


@dataclasses.dataclass
class Outcome:
    """What came of an attack."""
    sent: int = 0
    what: str = "offences"
    connections: int = 0
    closed: int = 0
    # Of those that must all be closed.
    left_open: int = 0
    told: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    faults: list = dataclasses.field(default_factory=list)

    def add(self, peer):
        """Takes note of a connection that is over, and closes our side of it."""
        self.connections += 1
        self.closed += peer.closed is not None
        self.told.update(set(peer.told))
        peer.close()


@dataclasses.dataclass
class Attack:
    """One kind of attack. `patient` ones wait for a time limit of the server's; those that are a
    `crowd` leave no room for anyone's new connection, as they may."""
    name: str
    family: str
    run: object
    must: str
    patient: bool
    crowd: bool
    what: str

    def judge(self, outcome):
        """What of the outcome must not be, in words."""
        faults = list(outcome.faults)
        if self.must in (TOLD, CUT) and not outcome.closed:
            faults.append(f"none of {outcome.connections} connections was closed")
        elif self.must in (TOLD, CUT) and outcome.left_open:
            faults.append(f"{outcome.left_open} connections were left open")
        if self.must == TOLD and outcome.closed and not outcome.told:
            faults.append("nobody was told why")
        if self.must == TOLD and any(text.startswith(SELF_BLAME) for text in outcome.told):
            faults.append("the server says that nothing was wrong, or blames itself")
        if self.must in (SERVED, REFUSED) and outcome.closed:
            faults.append(f"{outcome.closed} connections were closed, and it was no attack")
        return faults


ATTACKS = {}


def attack(must, patient=False, crowd=False):
    """Adds a function to the attacks; it takes a scene and gives an outcome."""
    def add(run):
        name = run.__name__.replace("_", "-")
        family = run.__module__.rpartition(".")[-1]
        ATTACKS[name] = Attack(name, family, run, must, patient, crowd, run.__doc__.strip())
        return run
    return add


def flood(must=TOLD, opening=b"", **options):
    """Adds a function to the attacks that gives the bytes of one offence by its number; they are
    sent one after the other, on a new connection once the server has closed one."""
    def add(unit):
        def run(scene):
            return scene.flood(unit, opening, must, **options)
        run.__name__, run.__doc__, run.__module__ = unit.__name__, unit.__doc__, unit.__module__
        attack(must, patient=not options.get("reads", True))(run)
        return unit
    return add


class Scene:
    """The server that is attacked, how often, and for how long at most."""

    def __init__(self, server, count, seconds):
        self.server, self.port, self.count, self.seconds = server, server.port, count, seconds
        self.end = time.monotonic() + seconds
        self.open_before = server.metric("quoted_connections_open")

    @property
    def has_time(self):
        return time.monotonic() < self.end

    def flood(self, unit, opening, must, peer=HTTP2Peer, settings=(), reads=True, constant=False,
              shares=1, pace=None):
        """Sends the offences that `unit` gives by their numbers, as fast as they go out; those
        that are `constant` look all the same. One counts as `shares`. With a `pace`, each piece
        waits until so many frames of that type have come as offences were sent."""
        outcome = Outcome()
        count = max(1, self.count // shares)
        units = min(PIECE_UNITS, count) if shares == 1 else 1
        same = unit(0) * units if constant else b""
        while outcome.sent < count and self.has_time:
            one = peer(self.port, *settings, reads=reads,
                       receive_buffer=None if reads else SMALL_BUFFER)
            number, goes_on = 0, one.send(opening)
            while goes_on and outcome.sent < count and self.has_time:
                piece = same or b"".join(map(unit, range(number, number + units)))
                number += units
                outcome.sent += units
                goes_on = one.send(piece)
                if goes_on and pace:
                    one.listen(ANSWER_SECONDS, lambda: pace(one) >= number)
            if not reads:
                self.wait_until_left()
                one.read_all()
            if must == SERVED:
                one.listen(ANSWER_SECONDS, lambda: one.answered >= number)
                if one.answered < number:
                    outcome.faults.append(f"{one.answered} of {number} calls were answered")
            else:
                one.listen(LAST_WORDS_SECONDS)
            if must == REFUSED:
                outcome.told.update(one.refusals())
            outcome.add(one)
        return outcome

    def on_connections(self, pieces, peer=Peer, greets=True, listens=True, patience=2, shares=None,
                       until=lambda peer: False):
        """Sends `pieces` on one connection after the other, and hears what each is told."""
        outcome = Outcome(what="connections")
        count = max(1, self.count // (shares or OFFENCES_OF_A_CONNECTION))
        options = {} if greets or peer is Peer else {"greets": False}
        while outcome.sent < count and self.has_time:
            one = peer(self.port, **options)
            for piece in pieces():
                one.send(piece)
            if listens:
                one.listen(patience, lambda: until(one))
            outcome.sent += 1
            outcome.add(one)
        return outcome

    def hold(self, pieces, connections, peer=Peer, seconds=None, settings=(), reads=True,
             sources=(SOURCE,)):
        """Sends `pieces` on many connections that are kept, until the server closes all of them or
        the time is over. They come from the `sources` in turns."""
        outcome, kept = Outcome(what="connections"), []
        for number in range(connections):
            one = peer(self.port, *settings, reads=reads, source=sources[number % len(sources)],
                       receive_buffer=None if reads else SMALL_BUFFER)
            for piece in pieces():
                if not one.send(piece, patience=0.2):
                    break
            kept.append(one)
            outcome.sent += 1
        end = min(self.end, time.monotonic() + (seconds or self.seconds))
        if not reads:
            # Who doesn't read doesn't see the end either: the server knows.
            self.wait_until_left()
            end = time.monotonic() + LAST_WORDS_SECONDS
            for one in kept:
                one.read_all()
        while time.monotonic() < end and any(one.closed is None for one in kept):
            for one in kept:
                one.listen(0.001)
        for one in kept:
            outcome.add(one)
        return outcome

    def wait_until_left(self):
        """Waits until the server must have closed connections that don't read."""
        end = min(self.end, time.monotonic() + UNREAD_SECONDS)
        while time.monotonic() < end and self.connections_held() > 0:
            time.sleep(0.2)

    def connections_held(self):
        """How many connections of the attack's the server holds; one is left out of account, since
        the bystander may have one more than it had."""
        return max(0, self.server.metric("quoted_connections_open") - self.open_before - 1)

    def trickle(self, slowly, connections, greeting=b"", seconds=None):
        """Sends an octet, or an item, a second on many connections, until the server has closed
        all of them or the time is over."""
        outcome, kept = Outcome(what="connections"), []
        end = min(self.end, time.monotonic() + (seconds or self.seconds))
        for _ in range(connections):
            kept.append(Peer(self.port))
            kept[-1].send(greeting)
            outcome.sent += 1
        items = (bytes([item]) if isinstance(item, int) else item for item in slowly)
        for item in itertools.chain(items, itertools.repeat(b"")):
            living = [one for one in kept if one.closed is None]
            if not living or time.monotonic() > end:
                break
            for one in living:
                one.send(item)
                one.read()
            time.sleep(1)
        outcome.left_open = sum(one.closed is None for one in kept)
        for one in kept:
            outcome.add(one)
        return outcome


def stream(number):
    """The id of a client's stream, by its number from 0 on."""
    return 2 * number + 1
