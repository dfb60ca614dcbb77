#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stops `quoted` by SIGTERM under full load, and accounts for every call.

First with clients that do to the letter what the protocols say, over gRPC (h2load too) and the
delimited protocol, on kept and on ever new connections: each call that was begun is answered, or
refused in a way that says that it was not looked at; and the server says that it answered exactly
as many calls as all clients together had answers.

Then with the stock gRPC client and the command `quote`, which make a number of calls while the
server is stopped and the next one is started on its port: none fails. `quote watch` runs all the
time; the drain does not wait for it, and on the next server, where it is the next day, it goes on.

usage: drain_under_load.py --quoted PROGRAM --quote PROGRAM [--drains 10]
"""

import argparse
import json
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback

sys.dont_write_bytecode = True  # nothing is left in the source tree

from load.command import Commands, Watch  # noqa: E402
from load.h2load import H2load  # noqa: E402
from served import Failure, Quoted  # noqa: E402

LOADS = pathlib.Path(__file__).parent / "load"
EXACT = [("grpc", "kept", "64"), ("delimited", "kept", "64"), ("grpc", "new"), ("delimited", "new")]
PROTOCOLS = ["grpc", "delimited"]
STOCK_CALLS, COMMANDS = 4000, 40
# Of one drain, before it counts as stuck.
LONGEST_SECONDS = 180


def start(name, *arguments):
    """Starts a load of ours, and returns once its calls are answered."""
    process = subprocess.Popen([sys.executable, LOADS / name, *map(str, arguments)],
                               stdout=subprocess.PIPE, text=True)
    if process.stdout.readline() != "busy\n":
        raise Failure(f"the load {name} {arguments} does not work")
    return process


def account(process):
    output, _ = process.communicate(timeout=120)
    if process.returncode:
        raise Failure(f"a load ended with status {process.returncode}")
    return json.loads(output)


def drained(server):
    """How many calls the server says that it answered, and that it cut none."""
    words = re.search(r"event=drained succeeded=(\d+) failed=(\d+) cut=(\d+)", server.last_words())
    if not words:
        raise Failure(f"the server did not say that it drained: {server.last_words()}")
    succeeded, failed, cut = map(int, words.groups())
    if cut:
        raise Failure(f"the drain cut {cut} calls")
    return succeeded, failed


def under_load(options, chance, folder, totals):
    """One drain under exact loads."""
    with Quoted(options.quoted, "--drain-grace", "60s") as server:
        processes = [start("exact.py", server.port, *arguments) for arguments in EXACT]
        h2load = H2load(f"http://{server.address}", folder)
        time.sleep(chance.uniform(0.3, 0.8))
        server.stop()
        accounts = [account(process) for process in processes] + [h2load.account()]
        succeeded, failed = drained(server)
    names = [" ".join(arguments[:2]) for arguments in EXACT] + ["h2load"]
    for name, one in zip(names, accounts):
        for key, count in one.items():
            totals[name, key] = totals.get((name, key), 0) + (count if key != "text" else 0)
        if one.get("lost") or one.get("wrong"):
            raise Failure(f"{name}: {one}")
    answered = sum(one["answered"] for one in accounts)
    if failed or succeeded != answered:
        raise Failure(f"the server answered {succeeded} calls and failed {failed}, and the clients "
                      f"have {answered} answers: {accounts}")


def across_servers(options, chance, totals):
    """Calls that go on while one server ends and the next one begins."""
    with tempfile.TemporaryDirectory(prefix="drain-") as data:
        server = Quoted(options.quoted, "--drain-grace", "60s", data=data)
        port = server.port
        watches = [Watch(options.quote, port, protocol) for protocol in PROTOCOLS]
        try:
            if not all(watch.has_lines(1) for watch in watches):
                raise Failure("quote watch prints nothing")
            commands = [Commands(options.quote, port, protocol, COMMANDS) for protocol in PROTOCOLS]
            stock = start("stock.py", port, STOCK_CALLS)
            for one in commands:
                one.is_busy.wait(60)
            time.sleep(chance.uniform(0, 0.2))
            server.stop()
            drained(server)
            server = Quoted(options.quoted, "--clock-offset", "1d", data=data, port=port)
            accounts = {"stock": account(stock)}
            for protocol, one in zip(PROTOCOLS, commands):
                accounts[f"quote {protocol}"] = one.account()
            for protocol, watch in zip(PROTOCOLS, watches):
                if not watch.has_lines(2):
                    raise Failure(f"quote watch ({protocol}) does not go on on the next server")
                if len(set(watch.lines)) != len(watch.lines):
                    raise Failure(f"quote watch ({protocol}) has told a day twice")
        finally:
            for watch in watches:
                watch.close()
            server.__exit__()
    for name, one in accounts.items():
        totals[name, "answered"] = totals.get((name, "answered"), 0) + one["answered"]
        if one["faults"]:
            raise Failure(f"{name}: {one}")


def stuck(number, frame):
    """Says where it hangs, should it."""
    where = "".join(traceback.format_stack(frame)[-6:])
    raise Failure(f"a drain takes more than {LONGEST_SECONDS} s, at\n{where}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quoted", required=True, help="the server")
    parser.add_argument("--quote", required=True, help="the client")
    parser.add_argument("--drains", type=int, default=10, help="of each kind (10)")
    parser.add_argument("--seed", type=int, default=time.time_ns())
    options = parser.parse_args()
    chance, totals, started = random.Random(options.seed), {}, time.monotonic()
    signal.signal(signal.SIGALRM, stuck)
    try:
        with tempfile.TemporaryDirectory(prefix="drain-load-") as folder:
            for _ in range(options.drains):
                signal.alarm(LONGEST_SECONDS)
                under_load(options, chance, folder, totals)
        for _ in range(options.drains):
            signal.alarm(LONGEST_SECONDS)
            across_servers(options, chance, totals)
    except Failure as failure:
        sys.exit(f"drain_under_load (seed {options.seed}): {failure}")
    for (name, key), count in totals.items():
        if key == "answered":
            more = "".join(f", {totals[name, other]:,} {other}" for other in ("refused", "unheard")
                           if totals.get((name, other)))
            print(f"{name:16} {count:>9,} answered{more}")
    print(f"{2 * options.drains} drains under load in {time.monotonic() - started:.0f} s: "
          f"every call was answered or refused unprocessed, none failed")


if __name__ == "__main__":
    main()
