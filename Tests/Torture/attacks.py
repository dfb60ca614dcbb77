#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Attacks a `quoted` in every way that is known, and looks at what becomes of it.

For each attack a line says what was sent, what the offender was told and whether it was closed, the
most memory the server held meanwhile and what it holds afterwards, and how a bystander's calls
fared, which are made all the time over both protocols and must all succeed. An attack has not been
fended off when one of these is not as it should be, when the server holds more than the budget, or
when something of the attack is left in it.

Some attacks wait for a time limit of the server's: --quick leaves them out, --patient makes only
them, --together makes them at the same time, which saves minutes and shows one peak for all.

usage: attacks.py --quoted PROGRAM [--count 20000] [--budget MIB] [--only NAME,…]
                  [--quick | --patient] [--together] [--list]
"""

import argparse
import resource
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True  # nothing is left in the source tree

from attack import (  # noqa: E402, F401
    blocks, calls, connections, encryption, floods, memory, resets)
from load.bystander import Bystander  # noqa: E402
from attack.scene import ATTACKS, Outcome, Scene  # noqa: E402
from served import Failure, Quoted, certificate  # noqa: E402

SETTLING_SECONDS = 10


class Trial:
    """The server, who looks on, and what came of the attacks until now."""

    def __init__(self, options):
        self.options, self.failed = options, []
        self.folder = tempfile.TemporaryDirectory(prefix="attacks-")
        self.arguments = [
            *certificate(options.quoted, self.folder.name),
            "--max-connections-per-address", connections.CAP, "--max-connections",
            connections.CAP_IN_ALL, "--max-connection-idle", f"{connections.IDLE_SECONDS}s"]
        self._start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.bystander.close()
        self.server.__exit__()
        self.folder.cleanup()

    def _start(self):
        self.server = Quoted(self.options.quoted, *self.arguments)
        self.bystander = Bystander(self.server.port)
        print(f"a server begins, {self.server.rss_mib():.0f} MiB", flush=True)

    def stop(self):
        """Ends the server; fails if it can't drain any more."""
        self.bystander.close()
        self.server.stop()

    def one(self, attack):
        """Makes one attack, and prints how it went."""
        self._begin(attack.crowd)
        scene, faults = self._scene(), []
        outcome, seconds = self._make(attack, scene)
        seen = self._end(scene, faults)
        self._tell(attack, outcome, seconds, faults)
        self._tell_faults(attack.name, faults)
        self._tell_machine(seen)

    def all(self, attacks):
        """Makes attacks at the same time, and prints how they went."""
        self._begin()
        scene, outcomes, faults = self._scene(), {}, []

        def make(attack):
            outcomes[attack.name] = self._make(attack, scene)

        threads = [threading.Thread(target=make, args=(attack,)) for attack in attacks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seen = self._end(scene, faults)
        for attack in attacks:
            own = []
            self._tell(attack, *outcomes[attack.name], own)
            self._tell_faults(attack.name, own)
        self._tell_faults("all together", faults)
        self._tell_machine(seen)

    def _scene(self):
        return Scene(self.server, self.options.count, self.options.seconds)

    def _begin(self, is_crowd=False):
        self.server.forget_peak()
        self.bystander.report("kept" if is_crowd else "all")

    def _make(self, attack, scene):
        started = time.monotonic()
        try:
            outcome = attack.run(scene)
        except OSError as error:
            outcome = Outcome(faults=[f"the attack broke off: {error}"])
        return outcome, time.monotonic() - started

    def _end(self, scene, faults):
        """Adds what is wrong with the server after attacks; returns what the bystander saw."""
        seen = self.bystander.report()
        if seen["failures"]:
            faults.append(f"{len(seen['failures'])} of the bystander's calls failed: "
                          f"{seen['failures'][0]}")
        faults += settle(scene, self.options.rest)
        peak = self.server.peak_mib()
        if peak > self.options.budget:
            faults.append(f"it held {peak:.0f} MiB, and {self.options.budget:.0f} are allowed")
        return seen

    def _tell(self, attack, outcome, seconds, faults):
        faults += attack.judge(outcome)
        told = ", ".join(f"{text} ×{count}" for text, count in outcome.told.most_common(2))
        print(f"{'FAILED' if faults else 'ok':6} {attack.name:36} {outcome.sent:>9,} "
              f"{outcome.what} in {seconds:.1f} s; {outcome.closed:,} of {outcome.connections:,} "
              f"closed; told: {told or '-'}", flush=True)

    def _tell_faults(self, name, faults):
        for fault in faults:
            print(f"       !! {name}: {fault}", flush=True)
        if faults:
            self.failed.append(name)

    def _tell_machine(self, seen):
        print(f"       peak {self.server.peak_mib():.0f} MiB, now {self.server.rss_mib():.0f}; "
              f"others: {seen['calls']} calls, p99 {seen['p99_ms']:.1f} ms, slowest "
              f"{seen['slowest_ms']:.0f} ms", flush=True)
        if self.server.rss_mib() > self.options.rest:
            # The next attack's peak is to be its own.
            self.stop()
            self._start()


def settle(scene, rest):
    """Waits until nothing is left of attacks in the server; returns what is left in the end."""
    end = time.monotonic() + SETTLING_SECONDS
    while True:
        left = {"connections": scene.connections_held(),
                "tasks": scene.server.metric("quoted_tasks_running"),
                f"MiB above {rest:.0f}": max(0, scene.server.rss_mib() - rest)}
        if not any(left.values()):
            return []
        if time.monotonic() > end:
            return [f"{count:.0f} {name} are left after it" for name, count in left.items() if count]
        time.sleep(0.1)


def chosen(options, parser):
    """The attacks that are asked for."""
    names = options.only.split(",") if options.only else list(ATTACKS)
    families = {attack.family for attack in ATTACKS.values()}
    for name in names:
        if name not in ATTACKS and name not in families:
            parser.error(f"no attack or family is called {name}; --list lists them")
    found = [attack for attack in ATTACKS.values()
             if attack.name in names or attack.family in names]
    if options.quick or options.patient:
        found = [attack for attack in found if attack.patient == options.patient]
    return found


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quoted", help="the program")
    parser.add_argument("--count", type=int, default=20_000, help="offences of a kind (20000)")
    parser.add_argument("--seconds", type=float, default=120, help="of one attack, at most (120)")
    parser.add_argument("--budget", type=float, default=640, help="MiB the server may hold (640)")
    parser.add_argument("--rest", type=float, default=192,
                        help="MiB that it may still hold ten seconds after an attack (192)")
    parser.add_argument("--only", metavar="NAMES", help="these attacks or families, by commas")
    parser.add_argument("--quick", action="store_true", help="leaves out those that wait")
    parser.add_argument("--patient", action="store_true", help="makes only those that wait")
    parser.add_argument("--together", action="store_true", help="makes those that wait at once")
    parser.add_argument("--list", action="store_true", help="lists the attacks")
    options = parser.parse_args()
    options.attacks = chosen(options, parser)
    if not options.list and not options.quoted:
        parser.error("--quoted PROGRAM is needed")
    return options


def main():
    options = arguments()
    if options.list:
        for attack in options.attacks:
            print(f"{attack.family:12} {attack.name:36} {' '.join(attack.what.split())} "
                  f"It must be {attack.must}.")
        return 0
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with Trial(options) as trial:
        together = [one for one in options.attacks
                    if options.together and one.patient and not one.crowd]
        for attack in options.attacks:
            if attack not in together:
                trial.one(attack)
        if together:
            trial.all(together)
        trial.stop()
    failed = trial.failed
    print(f"{len(options.attacks)} attacks, " + (
        f"and not fended off: {', '.join(failed)}" if failed else "all of them fended off"))
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"attacks: {failure}")
