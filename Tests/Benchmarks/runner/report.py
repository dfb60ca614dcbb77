# SPDX-License-Identifier: Apache-2.0
"""Medians, ratios, the table and the JSON."""

import json
import os
import platform
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from .programs import BUILD

FLOORS = {"gRPC": "nghttp2-floor", "delimited": "delimited-floor"}
# The floor only counts when it is a good one: at most this share of nghttpd's CPU, judged where
# the kernel's part, the same for all, is small.
FLOOR_SHARE_MAX = 0.6
JUDGED_SHAPE = (8, 32)


@dataclass
class Row:
    """One server under one protocol and load, with a sample of each round."""
    server: str
    protocol: str
    shape: tuple  # connections, calls in flight on each
    calls: int = 0
    cpu_us: list = field(default_factory=list)
    rates: list = field(default_factory=list)
    p50_us: float | None = None
    p99_us: float | None = None

    @property
    def load(self):
        return f"{self.shape[0]}×{self.shape[1]}"


def cpu_of(rows, server, protocol, shape):
    for row in rows:
        if (row.server, row.protocol, row.shape) == (server, protocol, shape) and row.cpu_us:
            return median(row.cpu_us)
    return None


def ratio(dividend, divisor):
    return None if dividend is None or divisor is None else dividend / divisor


def summary(rows):
    """One dictionary a row, with the medians and what they are to the floor and to gRPC C++."""
    result = []
    for row in rows:
        if not row.cpu_us:
            continue
        cpu = median(row.cpu_us)
        result.append({
            "server": row.server, "protocol": row.protocol, "load": row.load,
            "cpu_us_per_call": cpu, "cpu_us_low": min(row.cpu_us), "cpu_us_high": max(row.cpu_us),
            "calls_per_second": median(row.rates), "p50_us": row.p50_us, "p99_us": row.p99_us,
            "times_floor": ratio(cpu, cpu_of(rows, FLOORS[row.protocol], row.protocol, row.shape)),
            "ahead_of_grpc_cpp": ratio(cpu_of(rows, "grpc-cpp", "gRPC", row.shape), cpu),
            "calls_per_round": row.calls, "rounds_cpu_us": row.cpu_us,
        })
    return result


def shown(value, digits=2, unit=""):
    return "–" if value is None else f"{value:,.{digits}f}{unit}"


def table(results):
    heads = ["server", "protocol", "load", "CPU µs/call", "(low–high)", "calls/s", "p50 µs",
             "p99 µs", "× floor", "ahead of gRPC C++"]
    lines = [heads]
    for one in results:
        spread = f"({one['cpu_us_low']:.2f}–{one['cpu_us_high']:.2f})"
        lines.append([
            one["server"], one["protocol"], one["load"], shown(one["cpu_us_per_call"]), spread,
            shown(one["calls_per_second"], 0), shown(one["p50_us"], 0), shown(one["p99_us"], 0),
            shown(one["times_floor"]), shown(one["ahead_of_grpc_cpp"], 1, " ×")])
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return "\n".join("  ".join(
        cell.ljust(width) if column < 3 else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(line, widths))).rstrip() for line in lines)


def floor_verdicts(rows):
    """For each load the floor's share of nghttpd's CPU; where it is judged, whether it is good."""
    verdicts = []
    for row in rows:
        if row.server != "nghttp2-floor":
            continue
        share = ratio(cpu_of(rows, "nghttp2-floor", "gRPC", row.shape),
                      cpu_of(rows, "nghttpd", "gRPC", row.shape))
        if share is not None:
            good = share <= FLOOR_SHARE_MAX if row.shape == JUDGED_SHAPE else None
            verdicts.append({"load": row.load, "share_of_nghttpd": share, "good": good})
    return verdicts


def verdict_text(verdict):
    text = f"At {verdict['load']} the floor takes {verdict['share_of_nghttpd']:.2f} × nghttpd's CPU"
    if verdict["good"] is None:
        return text + "."
    if verdict["good"]:
        return text + f" (at most {FLOOR_SHARE_MAX}): a good floor."
    return text + f", MORE THAN {FLOOR_SHARE_MAX}: ratios to it don't count in this run."


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def write_json(results, verdicts, reply_count, options, failures):
    file = BUILD / "result.json"
    file.write_text(json.dumps({
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "processor": processor(), "cpus": os.cpu_count(), "kernel": platform.release(),
        "rounds": options.rounds, "seconds": options.seconds, "reply_bytes": reply_count,
        "results": results, "floor": verdicts, "failures": failures,
    }, indent=2, ensure_ascii=False) + "\n")
    return file
