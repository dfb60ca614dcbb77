#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what a DailyQuote call costs `quoted`, beside bare C and other servers.

Each server takes its turn in every round, pinned to one CPU, with the load on another. The figure
that counts is the server's CPU time a call. README.md beside this file says how to read the table.
"""

import argparse
import os
import shutil
import signal
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # nothing is left in the source tree

from runner import loads, programs, report  # noqa: E402
from runner.programs import BUILD, Failure, build, install  # noqa: E402
from runner.servers import KINDS, Server, earlier, stop_all  # noqa: E402

SHAPES = {"gRPC": [(8, 32), (64, 8)], "delimited": [(8, 32)]}
FIRST_CALLS = 4000
WARM_UP_SHARE = 0.15  # of a round's calls
LATENCY_SHARE = 0.25  # of a round's calls


def arguments():
    names = [kind.name for kind in KINDS]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="turns of each server (5)")
    parser.add_argument("--seconds", type=float, default=2, help="about so long a measurement (2)")
    parser.add_argument("--only", metavar="NAMES", default=",".join(names),
                        help=f"the servers to measure, by commas ({','.join(names)})")
    parser.add_argument("--before", metavar="PROGRAM", type=Path,
                        help="another build of quoted, which takes its turns beside this one")
    options = parser.parse_args()
    chosen = options.only.split(",")
    unknown = [name for name in chosen if name not in names]
    if unknown:
        parser.error(f"no server is called {unknown[0]}; there are {', '.join(names)}")
    if options.rounds < 1 or not 0 < options.seconds <= 60:
        parser.error("--rounds must be at least 1, --seconds above 0 and at most 60")
    options.kinds = [kind for kind in KINDS if kind.name in chosen]
    if options.before:
        if not options.before.exists():
            parser.error(f"there is no program {options.before}")
        options.kinds.insert(1, earlier(options.before.resolve()))
    return options


def prepare(kinds, failures):
    """Installs and builds; gives the servers that can be run and names the others."""
    common = ["make", "cc", "pkg-config", "libnghttp2", "h2load", "nghttp"]
    missing = install(common)
    if missing:
        raise Failure(f"these packages are needed and can't be installed: {' '.join(missing)}")
    print("building the floors and the load tester", flush=True)
    BUILD.mkdir(parents=True, exist_ok=True)
    build("floors")
    ready = []
    for kind in kinds:
        try:
            missing = install(kind.needs)
            if missing:
                raise Failure(f"these packages can't be installed: {' '.join(missing)}")
            if kind.name == "grpc-cpp":
                print("building the gRPC C++ server (the first time takes a minute)", flush=True)
                build("peers")
            if kind.name == "quoted" and not programs.QUOTED.exists():
                raise Failure(f"{programs.QUOTED} is missing: run `make build` first")
            ready.append(kind)
        except Failure as failure:
            failures.append(f"{kind.name} is not measured: {failure}")
            print(failures[-1], flush=True)
    return ready


def write_reply(kinds, cpu):
    """Keeps the message that all others answer with: what `quoted` answers, if it takes part."""
    file = BUILD / "reply.bin"
    quoted = next((kind for kind in kinds if kind.name == "quoted"), None)
    if quoted:
        with Server(quoted, file, cpu) as server:
            file.write_bytes(loads.await_answer(server, loads.call_delimited))
    else:
        install(["protoc"])
        text = (programs.BENCHMARKS / "reply.textproto").read_bytes()
        file.write_bytes(programs.run(
            ["protoc", "-I", programs.PROTO, "--encode=quotes.v1.DailyQuoteResponse",
             programs.PROTO / "quotes" / "v1" / "quotes.proto"], input=text, text=False))
    return file


def check_reply(server, call, reply):
    """Makes one real call before anything is measured; gives the size of the message."""
    message = loads.await_answer(server, call)
    # The first field of both is the quote: it must be the same one whoever answers.
    same = message[:2 + reply[1]] == reply[:2 + reply[1]] if server.kind.reply_varies \
        else message == reply
    if not same and not server.kind.reply_is_own:
        raise Failure(f"{server.kind.name} answers another message than the others")
    return len(message)


def measure(server, row, reply, cpu, seconds, last):
    """One turn: a real call, a warm-up, the measurement, and in the last round the latencies."""
    load, call = (loads.load_grpc, loads.call_grpc) if row.protocol == "gRPC" else (
        loads.load_delimited, loads.call_delimited)
    count = check_reply(server, call, reply)
    if row.calls == 0:
        rate = load(server, row.shape, FIRST_CALLS, count, cpu).rate
        rate = load(server, row.shape, max(FIRST_CALLS, int(rate * 0.3)), count, cpu).rate
        row.calls = max(FIRST_CALLS, int(rate * seconds))
    load(server, row.shape, max(FIRST_CALLS, int(row.calls * WARM_UP_SHARE)), count, cpu)
    before = server.cpu_nanoseconds()
    outcome = load(server, row.shape, row.calls, count, cpu)
    row.cpu_us.append((server.cpu_nanoseconds() - before) / 1e3 / row.calls)
    row.rates.append(outcome.rate)
    if last:
        # By itself, since writing h2load's log would be measured too.
        calls = max(FIRST_CALLS, int(row.calls * LATENCY_SHARE))
        outcome = load(server, row.shape, calls, count, cpu, latencies=True)
        row.p50_us, row.p99_us = outcome.p50_us, outcome.p99_us


def measure_all(kinds, options, cpus, failures):
    reply_file = write_reply(kinds, cpus[0])
    reply = reply_file.read_bytes()
    print(f"the reply has {len(reply)} octets; before each turn one real call must succeed"
          " (grpc-status 0, the same quote)", flush=True)
    rows = {kind.name: [report.Row(kind.name, protocol, shape)
                        for protocol, speaks in (("gRPC", kind.grpc),
                                                 ("delimited", kind.delimited)) if speaks
                        for shape in SHAPES[protocol]] for kind in kinds}
    failed = set()
    for turn in range(options.rounds):
        # Another one begins each round, so that none always follows the same one.
        first = turn % len(kinds)
        for kind in kinds[first:] + kinds[:first]:
            if kind.name in failed:
                continue
            print(f"round {turn + 1} of {options.rounds}: {kind.name}", flush=True)
            try:
                with Server(kind, reply_file, cpus[0]) as server:
                    for row in rows[kind.name]:
                        measure(server, row, reply, cpus[1], options.seconds,
                                last=turn == options.rounds - 1)
            except Failure as failure:
                failed.add(kind.name)
                failures.append(f"{kind.name}: {failure}")
                print(failures[-1], flush=True)
    return [row for kind in kinds for row in rows[kind.name]], len(reply)


def bench():
    options = arguments()
    if sys.platform != "linux":
        raise Failure("the benchmark needs Linux: epoll, CPU clocks of other processes, pinning")
    cpus = sorted(os.sched_getaffinity(0))
    if len(cpus) < 2:
        raise Failure("the benchmark needs two CPUs: one for the server, one for the load")
    failures = []
    kinds = prepare(options.kinds, failures)
    if not kinds:
        raise Failure("no server is left to measure")
    for data in ["data", "data-before"]:
        shutil.rmtree(BUILD / data, ignore_errors=True)
    loads.write_request()
    rows, reply_count = measure_all(kinds, options, cpus, failures)

    results, verdicts = report.summary(rows), report.floor_verdicts(rows)
    print("\n" + report.table(results) + "\n")
    for verdict in verdicts:
        print(report.verdict_text(verdict))
    file = report.write_json(results, verdicts, reply_count, options, failures)
    print(f"Medians of {options.rounds} rounds, servers on CPU {cpus[0]}, load on CPU {cpus[1]};"
          f" all rounds: {file}")
    return failures


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        failures = bench()
    except Failure as failure:
        failures = [str(failure)]
    except KeyboardInterrupt:
        return 130
    finally:
        stop_all()
    for failure in failures:
        print(f"bench: FAILED: {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
